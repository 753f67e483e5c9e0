import { chromium } from "@playwright/test";
const [out, ...files] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--allow-file-access-from-files"] });
const p = await b.newPage({ viewport: { width: 2000, height: 1100 } });
const { writeFileSync } = await import("node:fs");
writeFileSync("/tmp/sheet.html", `<body style="margin:0;background:#808;display:flex;gap:8px;align-items:flex-start">${files.map(f => `<div style="max-height:1100px;overflow:hidden;flex:${/1280/.test(f) ? 2.2 : 1}"><img src="file:///tmp/s3/${f}.png" style="width:100%"></div>`).join("")}`);
await p.goto("file:///tmp/sheet.html"); await p.waitForTimeout(500);
await p.screenshot({ path: out });
await b.close();
