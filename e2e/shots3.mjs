import { chromium } from "@playwright/test";
const base = "http://127.0.0.1:8099";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const c0 = await b.newContext({ baseURL: base });
const j = async (m, path, data) => { const r = await c0.request.fetch(base + path, { method: m, data, headers: { origin: base } }); const t = await r.text(); if (r.status() >= 400) console.log(m, path, r.status(), t.slice(0, 300)); try { return JSON.parse(t); } catch { return t; } };
const recent = await j("GET", "/api/coffee-shops/recent");
const [a, s2, s3] = recent;
await j("POST", `/api/coffee-shops/${a.slug}/suggestions`, { kind: "edit", phone: "+1 318 555 0199", website: "https://example.com/coffee", note: "The old number rings at a bakery." });
await j("POST", `/api/coffee-shops/${s2.slug}/suggestions`, { kind: "closed", note: "The windows are papered over." });
await j("POST", `/api/coffee-shops/${s3.slug}/suggestions`, { kind: "chain", note: "There are eleven of them." });
await j("POST", "/api/admin/login", { password: "a long enough password" });
const art = await j("POST", "/api/admin/blog/articles", { title: "Where to sit on a rainy day " + Date.now() % 1000, excerpt: "Three rooms.", content: "## Three rooms\n\nThe first one has a stove.", isPublished: true });
await j("PUT", `/api/admin/blog/articles/${art.id}`, { title: art.title, content: "## Four rooms\n\nThe first one has a stove, the second a dog." });
const state = await c0.storageState();
const pages = { inbox: "/admin", shops: "/admin/coffee-shops", shop: "/admin/coffee-shops/" + a.id, stories: "/admin/local-vibes", cities: "/admin/cities", cityimages: "/admin/city-images", claims: "/admin/claims", suggestions: "/admin/suggestions", imports: "/admin/import-questions", chains: "/admin/chains", analyticstab: "/admin/analytics", analytics: "/analytics", audit: "/admin/audit", blog: "/admin/blog", blognew: "/admin/blog/new", article: `/admin/blog/articles/${art.id}`, history: `/admin/blog/articles/${art.id}/history`, near: "/admin/towns-near", newsletter: "/admin/newsletter", outbox: "/admin/outbox", privacy: "/admin/privacy", operator: "/admin/operator", design: "/design" };
const open = { login: "/admin-login", adminout: "/admin", bellingham: "/cities/bellingham-wa", shoppage: "/coffee-shops/" + recent[4].slug };
const only = process.argv[2]?.split(",");
for (const [w, scheme] of [[390, "light"], [1280, "light"], [390, "dark"], [1280, "dark"]]) {
  for (const [set, storageState] of [[pages, state], [open, undefined]]) {
    const c = await b.newContext({ viewport: { width: w, height: 844 }, colorScheme: scheme, ...(storageState ? { storageState } : {}) });
    const p = await c.newPage();
    p.on("console", (m) => { if (["error", "warning"].includes(m.type())) console.log(w, p.url(), m.text().slice(0, 200)); });
    p.on("pageerror", (e) => console.log("PAGEERROR", p.url(), e.message));
    for (const [name, path] of Object.entries(set)) {
      if (only && !only.includes(name)) continue;
      await p.goto(base + path); await p.waitForLoadState("load"); await p.waitForTimeout(900);
      const over = await p.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
      if (over) console.log("WIDER", name, w);
      await p.screenshot({ path: `/tmp/s3/${name}-${w}-${scheme}.png`, fullPage: !["bellingham", "cityimages", "design"].includes(name) });
    }
    await c.close();
  }
}
await b.close();
