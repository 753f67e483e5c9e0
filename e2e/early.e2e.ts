import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

/** A processor as slow as an old phone's, so that a page takes a while to come alive. */
const SLOWER = 6;

/** Makes the page's processor slower, and returns what makes it as fast as before. */
async function slow(page: Page): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return async () => {
    await browser.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await browser.detach();
  };
}

test("a page that comes alive stays where its reader has scrolled it", async ({
  page,
  directory: { town, shop },
}) => {
  await slow(page);
  for (const address of ["/", `/cities/${town.slug}`, `/coffee-shops/${shop.slug}`, "/search"]) {
    let start = () => {};
    const scrolled = new Promise<void>((done) => {
      start = done;
    });
    await page.route(/\/assets\/entry-/, async (route) => {
      await scrolled;
      await route.continue();
    });
    await page.goto(address, { waitUntil: "commit" });
    await page.locator("footer").waitFor();
    await page.evaluate(() => window.scrollTo(0, 150));
    start();
    await hydrated(page);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(() => window.scrollY), address).toBe(150);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("a link below the fold that is pressed while the page comes alive is followed", async ({
  page,
}) => {
  // A hundred page loads take minutes on a slow machine; each press has its own limit.
  test.setTimeout(900_000);
  for (let press = 0; press < 100; press += 1) {
    const hurry = await slow(page);
    await page.goto("/search");
    // Spreads the presses over the time in which the app starts.
    const moment = (press * 37) % 600;
    await page.evaluate((millis) => new Promise((done) => setTimeout(done, millis)), moment);
    await page.getByRole("link", { name: "kettle", exact: true }).click();
    await expect(page, `pressed after ${moment} ms`).toHaveURL(/q=kettle/);
    // One in ten arrives on the slow page, too.
    const isSlowToTheEnd = press % 10 === 0;
    if (!isSlowToTheEnd) await hurry();
    await expect(page.getByRole("heading", { name: /^\d+ Coffee Shops?$/ })).toBeVisible();
    if (isSlowToTheEnd) await hurry();
  }
});
