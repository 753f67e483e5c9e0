import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectShop, expectTown, hydrated } from "./pages.ts";

test("a town's page comes alive on the server's own elements and asks the API nothing", async ({
  page,
  directory: { town },
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/cities") || pathname.startsWith("/api/coffee-shops"))
      asked.push(pathname);
  });
  // A property set on a server-rendered element survives only if React hydrates that element.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector("h1");
      if (!heading) return;
      Object.assign(heading, { fromServer: true });
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await expectTown(page, town);
  const adopted = await page
    .getByRole("heading", { level: 1 })
    .evaluate((heading) => "fromServer" in heading);
  expect(adopted).toBe(true);
  expect(asked).toEqual([]);
});

/** The app waits for the page to be painted, however long that takes (`LONGEST_WAIT` of `starter.ts`). */
function waitForPaintAlone(page: Page) {
  return page.addInitScript(() => {
    const wait = window.setTimeout;
    const LONGEST_WAIT = 1000;
    window.setTimeout = ((action: () => void, millis?: number) =>
      millis === LONGEST_WAIT ? 0 : wait(action, millis)) as typeof setTimeout;
  });
}

test("a page is on the screen before its scripts are asked for", async ({
  page,
  directory: { town },
}) => {
  await waitForPaintAlone(page);
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    asked: performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/(entry|city-screen)-[^/]*\.js$/.test(name))
      .map(({ startTime }) => startTime),
  }));
  expect(asked).toHaveLength(2);
  expect(Math.min(...asked)).toBeGreaterThan(painted ?? Number.POSITIVE_INFINITY);
});

test("a page in the background comes alive without being painted", async ({
  page,
  directory: { town },
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "hidden", { value: true });
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await waitForPaintAlone(page);
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
});

test("a browser that doesn't say when it paints comes alive", async ({
  page,
  directory: { town },
}) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
});

test("a shop's page comes alive without a complaint", async ({ page, directory: { shop } }) => {
  await page.goto(`/coffee-shops/${shop.slug}`);
  await hydrated(page);
  await expectShop(page, shop);
});
