// How long a press takes until the next paint (INP) on a processor that is four times slower: vote, filter, menu.
// usage: node bench/lighthouse/inp.mjs [--presses 10]   (needs the packages of e2e/)
// Fails above the bar of 100 ms at the 90th percentile of one kind of press.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { quantile } from "../lib/statistics.mjs";
import { serveDemo } from "./demo.mjs";

const { chromium } = createRequire(new URL("../../e2e/package.json", import.meta.url))(
  "@playwright/test",
);
const findChromium = fileURLToPath(new URL("../../scripts/find-chromium.sh", import.meta.url));
const BAR = 100;
const SLOWER = 4;

const { values } = parseArgs({ options: { presses: { type: "string", default: "10" } } });
const presses = Number(values.presses);

/** Collects the longest event of each press, as the browser reports it in steps of 8 ms. */
function listen() {
  globalThis.presses = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) globalThis.presses.push(duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}

const PRESSES = {
  menu: async (page) => {
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.waitForTimeout(400);
    await page.keyboard.press("Escape");
  },
  vote: async (page, index) => {
    const vote = page.getByRole("button", { name: /^(Upvote|Remove)/ });
    await vote.nth(index % (await vote.count())).tap();
  },
  filter: async (page, index) => {
    const chips = page.getByRole("link", { name: /^(Wi-Fi|Outdoor|Breakfast|Work)/ });
    await chips.nth(index % (await chips.count())).tap();
  },
};

const demo = await serveDemo();
const browser = await chromium.launch({
  executablePath: execFileSync(findChromium, { encoding: "utf8" }).trim(),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const town = new URL(
    (await (await fetch(`${demo.url}/api/cities`)).json())[0].slug,
    `${demo.url}/cities/`,
  );
  for (const [name, press] of Object.entries(PRESSES)) {
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.addInitScript(listen);
    await page.goto(town.href);
    await page.locator("html[data-alive]").waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    for (let index = 0; index < presses; index++) {
      await press(page, index);
      await page.waitForTimeout(1000);
    }
    const measured = await page.evaluate(() => globalThis.presses);
    const slow = measured.length > 0 ? quantile(measured, 0.9) : 16;
    console.log(`${name}: ${slow} ms at the 90th percentile of ${presses} presses`);
    if (slow > BAR) process.exitCode = 1;
    await page.close();
  }
} finally {
  await browser.close();
  await demo.stop();
}
