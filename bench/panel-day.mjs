import { execFileSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeShopsFile } from "./generate.mjs";
import { run } from "./lib/process.mjs";
import { quantile } from "./lib/statistics.mjs";
import { logIn, Townperk } from "./lib/townperk.mjs";

// The browser tests have the browser.
const { chromium } = createRequire(new URL("../e2e/package.json", import.meta.url))(
  "@playwright/test",
);
const findChromium = fileURLToPath(new URL("../scripts/find-chromium.sh", import.meta.url));

const PASSWORD = "a long enough password";
/** Of every request, there and back (ms). */
const LATENCY = 400;
/** Every so many, one is rejected with a reason that is prepared. */
const REJECTED = 20;

const WAYS = {
  keyboard: { viewport: { width: 1280, height: 800 } },
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/**
 * A working day in the inbox: every waiting item is decided, as soon as the expected one is painted and its buttons work.
 * @param {string} folder @param {{ items: number, way: keyof WAYS, binary?: string }} options
 */
export async function measureDay(folder, { items, way, binary }) {
  const own = await mkdtemp(join(folder, "day-"));
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops: items * 2, perTown: 50 });
  const townperk = new Townperk(own, { TOWNPERK_ADMIN_PASSWORD: PASSWORD }, binary);
  townperk.import(file);
  await townperk.serve();
  const script = fileURLToPath(new URL("lib/waiting-stories.py", import.meta.url));
  run("python3", [script, join(own, "data", "townperk.sqlite"), String(items)]);
  const administrator = await logIn(townperk.url, PASSWORD);
  const before = (await administrator("GET", "/api/admin/counts")).total;
  const browser = await chromium.launch({
    executablePath: execFileSync(findChromium, { encoding: "utf8" }).trim(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const context = await browser.newContext({ baseURL: townperk.url, ...WAYS[way] });
    const signedIn = await context.request.post("/api/admin/login", {
      data: { password: PASSWORD },
    });
    if (!signedIn.ok()) throw new Error(`the login answered ${signedIn.status()}`);
    const page = await context.newPage();
    const line = await slowLine(page, context);
    await page.goto("/admin");
    await page.getByRole("article").waitFor();
    const opened = line.bytes;
    await watchPaint(page);
    const began = performance.now();
    const presses = await decideAll(page, { items, way });
    while ((await administrator("GET", "/api/admin/counts")).total > before - items)
      await new Promise((done) => setTimeout(done, 50));
    const minutes = (performance.now() - began) / 60_000;
    const painted = await page.evaluate(() => window.painted);
    if (painted.length < items * 0.9) throw new Error(`only ${painted.length} paints were seen`);
    return {
      way,
      items,
      aMinute: items / minutes,
      bytesOpened: opened,
      bytes: (line.bytes - opened) / items,
      presses: presses / items,
      requests: line.decisions.length,
      twice: line.decisions.length - new Set(line.decisions).size,
      p50: quantile(painted, 0.5),
      p99: quantile(painted, 0.99),
    };
  } finally {
    await browser.close();
    await townperk.stop();
  }
}

/** Delays every request and counts what goes over the line, as compressed. */
async function slowLine(page, context) {
  const line = { decisions: [], bytes: 0 };
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  session.on("Network.requestWillBeSent", ({ request: { method, url } }) => {
    if (method === "POST" && /\/(approve|reject)$/.test(url))
      line.decisions.push(new URL(url).pathname);
  });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    line.bytes += encodedDataLength;
  });
  return line;
}

/** Notes in the page how long it takes from a key or a tap to the frame that shows the next item. */
async function watchPaint(page) {
  await page.evaluate(() => {
    const shown = () => document.querySelector("article h3")?.textContent;
    window.painted = [];
    const pressed = (event) => {
      if (!event.isTrusted) return;
      const decides =
        event.type === "keydown"
          ? event.key === "a"
          : event.target.closest("article button")?.textContent === "Approve";
      if (!decides) return;
      const [start, before] = [event.timeStamp, shown()];
      const look = (now) => {
        // The frame after the one in which it was drawn begins when that one is on the screen.
        if (shown() !== before)
          requestAnimationFrame((painted) => window.painted.push(painted - start));
        else if (now - start < 5000) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener("keydown", pressed, true);
    document.addEventListener("click", pressed, true);
  });
}

/** Decides about each item once it is there; returns how many keys or taps it took. */
async function decideAll(page, { items, way }) {
  const item = page.getByRole("article");
  const touch = way === "touch";
  let presses = 0;
  let last = "";
  for (let at = 0; at < items; at += 1) {
    // The next item, and not the one before.
    await page.waitForFunction(
      (before) => {
        const article = document.querySelector("article");
        const button = article?.querySelector(".inbox-actions button");
        const title = article?.querySelector("h3")?.textContent;
        return button && !button.disabled && title !== before;
      },
      last,
      { polling: "raf" },
    );
    const title = await item.locator("h3").textContent();
    last = title ?? "";
    if (at % REJECTED === REJECTED - 1) {
      if (touch) await item.getByRole("button", { name: "Reject" }).tap();
      else await page.keyboard.press("r");
      const dialog = page.getByRole("dialog");
      const prepared = dialog.getByRole("listitem").getByRole("button").first();
      const send = dialog.getByRole("button", { name: "Reject", exact: true });
      if (touch) {
        await prepared.tap();
        await send.tap();
        presses += 3;
      } else {
        await dialog.getByRole("textbox").waitFor();
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("Enter");
        await send.focus();
        await page.keyboard.press("Enter");
        presses += 6;
      }
      await dialog.waitFor({ state: "hidden" });
    } else if (touch) {
      await item.getByRole("button", { name: "Approve" }).tap();
      presses += 1;
    } else {
      await page.keyboard.press("a");
      presses += 1;
    }
    if (at < items - 1)
      await page.waitForFunction(
        (before) => document.querySelector("article h3")?.textContent !== before,
        title,
        { polling: "raf" },
      );
  }
  return presses;
}
