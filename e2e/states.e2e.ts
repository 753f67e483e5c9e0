import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { countDocuments, expectTown, hydrated, shopLink } from "./pages.ts";

/** Navigates as a link does, without a document load. */
async function follow(page: Page, href: string) {
  await page.evaluate((address) => {
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
  }, href);
}

/** Holds back the API responses of a page until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/api/**", async (route) => {
    await answered;
    await route.continue();
  });
  return answer;
}

test.describe("on a phone:", () => {
  test.use({ reducedMotion: "reduce", viewport: { width: 390, height: 800 } });

  test("a slow answer is awaited behind placeholders that say so", async ({
    page,
    directory: { town, shop, article },
  }) => {
    await page.goto("/privacy");
    await hydrated(page);
    for (const address of [
      `/cities/${town.slug}`,
      `/coffee-shops/${shop.slug}`,
      "/search?q=tea",
      "/blog",
      `/blog/${article.slug}`,
    ]) {
      const answer = await holdAnswers(page);
      await follow(page, address);
      await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toHaveCount(1);
      await expect(page.locator(".skeleton").first()).toBeVisible();
      await expectNoSidewaysScroll(page);
      answer();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator(".skeleton")).toHaveCount(0);
      await page.unrouteAll({ behavior: "wait" });
    }
  });

  test("an empty search offers places where something is", async ({ page }) => {
    await page.goto("/search?q=zzzzqqqq");
    await hydrated(page);
    await expect(page.getByText("No coffee shops found")).toBeVisible();
    await expect(page.getByRole("link", { name: "Lake Charles LA" })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test("the examples of a search find something", async ({ page }) => {
  for (const example of ["Lake Charles, LA", "kettle"]) {
    await page.goto("/search");
    await page.getByRole("link", { name: example, exact: true }).click();
    await expect(page.getByRole("heading", { name: /^\d+ Coffee Shops$/ })).toBeVisible();
  }
});

test("a best-of page is awaited behind a spinner", async ({ page, directory: { town } }) => {
  await page.goto("/privacy");
  await hydrated(page);
  const answer = await holdAnswers(page);
  await follow(page, `/cities/${town.slug}/best-coffee`);
  await expect(page.locator(".spinner")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Loading…" })).toHaveCount(1);
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Best Coffee Shops in");
  await expect(page.locator(".spinner")).toHaveCount(0);
  await page.unrouteAll({ behavior: "wait" });
});

test("a failed answer is said, and asked for again on request", async ({
  page,
  complaints,
  directory: { town },
}) => {
  await page.goto("/privacy");
  await hydrated(page);
  const counter = countDocuments(page);
  await page.route("**/api/**", (route) =>
    route.fulfill({ status: 503, contentType: "application/json", body: '{"message":"Later."}' }),
  );
  await follow(page, `/cities/${town.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page couldn't be loaded.");
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expectTown(page, town);
  expect(counter.documents).toBe(0);
  // Chromium logs every response that isn't 2xx; nothing else may be logged.
  for (const heard of complaints.heard) expect(heard).toContain("503");
  complaints.heard.length = 0;
});

test("going back leads to where the reader was", async ({ page, directory: { town, shops } }) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const far = shops[Math.min(shops.length, 12) - 1];
  if (!far) throw new Error("the town has no shops");
  await shopLink(page, far).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await shopLink(page, far).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(far.name);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expectTown(page, town);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test("a text that is too long is searched for as far as it goes", async ({ page }) => {
  const text = "coffee with wifi and a porch for dogs ".repeat(14);
  const answer = await page.goto(`/search?q=${encodeURIComponent(text)}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByText("Your text is longer than 200 characters")).toBeVisible();
  await hydrated(page);
  const typed = await page.getByRole("searchbox", { name: "Town, shop or ZIP code" }).inputValue();
  expect(typed.length).toBeLessThanOrEqual(200);
  expect(text.startsWith(typed)).toBe(true);
});
