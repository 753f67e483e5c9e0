import type { Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { expectShop, expectTown, hydrated, shopLink } from "./pages.ts";

// A visitor on a phone with a slow or intermittent connection.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.afterEach(({ server }) => server.comeBack());

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

test("a page on its way starts at its top, with a title", async ({
  page,
  directory: { town, shops },
}) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const far = shops[Math.min(shops.length, 20) - 1];
  if (!far) throw new Error("the town has no shops");
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/api/coffee-shops/**", async (route) => {
    await answered;
    await route.continue();
  });
  await shopLink(page, far).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await shopLink(page, far).tap();
  await expect(page.locator(".skeleton").first()).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveTitle("Loading…");
  answer();
  await expectShop(page, far);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.unrouteAll({ behavior: "wait" });
  await page.goBack();
  await expectTown(page, town);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test("without a network a page says so, and comes when there is one", async ({
  page,
  server,
  complaints,
  directory: { town },
}) => {
  complaints.tolerate(/ERR_CONNECTION_REFUSED|Failed to fetch/);
  await page.goto("/privacy");
  await hydrated(page);
  // The screen's code is loaded; its data isn't.
  complaints.tolerate(/404/);
  await follow(page, "/cities/nowhere-la");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("City Not Found");
  await server.leave();
  await follow(page, `/cities/${town.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page couldn't be loaded.");
  await expectAccessible(page);
  await server.comeBack();
  await page.getByRole("button", { name: "Try again" }).tap();
  await expectTown(page, town);
});

test("a call that fails leaves its section and not the page", async ({
  page,
  complaints,
  directory: { town, shop },
}) => {
  complaints.tolerate(/503/);
  const fail = (path: string) =>
    page.route(path, (route) =>
      route.fulfill({ status: 503, contentType: "application/json", body: '{"message":"Later."}' }),
    );
  await page.goto("/privacy");
  await hydrated(page);
  await fail("**/api/coffee-shops/featured*");
  await follow(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Great Coffee Lives in Small Towns",
  );
  const alert = page.getByRole("alert").filter({ hasText: "We couldn't load" });
  await expect(alert).toHaveText(/featured shops/);
  await page.unrouteAll();
  await alert.getByRole("button", { name: "Try again" }).tap();
  await expect(alert).toHaveCount(0);
  for (const [path, address, what] of [
    ["**/api/cities/*/local-vibes", `/cities/${town.slug}`, /local stories/],
    ["**/api/coffee-shops/*/local-vibes", `/coffee-shops/${shop.slug}`, /local story/],
  ] as const) {
    await fail(path);
    await follow(page, address);
    await expect(alert).toHaveText(what);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/Not Found/);
    await page.unrouteAll();
    await follow(page, "/privacy");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Privacy/);
  }
});

test("a shop is a row of a list, and opens with a press", async ({ page, directory: { town } }) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const cards = page.locator("#shop-list .shop-card");
  const heights = await cards.evaluateAll((all) =>
    all.map((card) => card.getBoundingClientRect().height),
  );
  expect(heights.length).toBeGreaterThan(5);
  expect(Math.max(...heights)).toBeLessThanOrEqual(112);
  // What is said about the hours is never cut, on the narrowest phone either.
  await page.setViewportSize({ width: 320, height: 640 });
  const cut = await page.locator("#shop-list .open-state").evaluateAll((all) =>
    all.filter((state) => {
      const text = state.closest(".card-text")?.getBoundingClientRect();
      const below = state.getBoundingClientRect().bottom - (text?.bottom ?? 0);
      return state.scrollHeight > state.clientHeight + 1 || below > 0.5;
    }),
  );
  expect(cut).toHaveLength(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const vote = await cards.first().locator(".vote").boundingBox();
  expect(Math.min(vote?.width ?? 0, vote?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const first = cards.first();
  const label = first.locator(".card-town");
  await expect(label).toBeHidden();
  await first.getByRole("button", { name: /^More about/ }).tap();
  await expect(label).toBeVisible();
  await expect(page).toHaveURL(`/cities/${town.slug}`);
  await expect(first.getByRole("button", { name: /^More about/ })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  // Visitors come for the shops, so they come before the town's text.
  const headings = await page
    .getByRole("main")
    .getByRole("heading", { level: 2 })
    .allTextContents();
  expect(headings.findIndex((text) => /Coffee Shops?$/.test(text))).toBe(0);
  await page.getByRole("combobox", { name: "Order" }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await page.getByRole("combobox", { name: "Order" }).selectOption("Most votes");
  await expect(page).toHaveURL(`/cities/${town.slug}?sort=votes`);
  expect(await page.evaluate(() => scrollY)).toBe(before);
  const isByVotes = async () => {
    const votes = await cards.locator(".vote").allTextContents();
    const counts = votes.map((text) => Number(text.replace(/\D/g, "")));
    return counts.every((count, place) => place === 0 || count <= (counts[place - 1] ?? 0));
  };
  // The address changes at once; the list changes when its data arrives.
  await expect.poll(isByVotes).toBe(true);
});

test("Back closes the menu, Tab stays in it, and the present page adds no history", async ({
  page,
}) => {
  await page.goto("/privacy");
  await hydrated(page);
  await page.goto("/cities");
  await hydrated(page);
  const menu = page.locator("#side-menu");
  const opener = page.getByRole("button", { name: "Menu", exact: true });
  await opener.tap();
  await expect(menu).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state?.menu)).toBe(true);
  for (let press = 0; press < 9; press += 1) {
    await page.keyboard.press("Tab");
    expect(await menu.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  }
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL("/cities");
  await opener.tap();
  await expect.poll(() => page.evaluate(() => history.state?.menu)).toBe(true);
  await menu.getByRole("link", { name: "Browse Cities" }).tap();
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/privacy");
});

test("the list of cities follows what is typed, and the field keeps the focus", async ({
  page,
  directory: { town },
}) => {
  await page.goto("/cities");
  await hydrated(page);
  const field = page.getByLabel("Filter by city or state");
  await field.tap();
  await field.pressSequentially(town.name, { delay: 30 });
  await expect(page).toHaveURL(new RegExp(`filter=${encodeURIComponent(town.name)}`));
  await expect(page.getByText(`for “${town.name}”`)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(town.name);
});

test("on a state's page, typing looks for towns of that state", async ({
  page,
  directory: { town },
}) => {
  await page.goto(`/cities?state=${town.state}`);
  await hydrated(page);
  const field = page.getByLabel(/^Filter cities in /);
  await field.fill(town.name);
  await expect(page).toHaveURL(/state=/);
  await expect(page).toHaveURL(/filter=/);
  await field.fill("zzzz");
  await page.getByRole("link", { name: "Look in all states" }).tap();
  await expect(page).toHaveURL("/cities?filter=zzzz");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a sign-up for the newsletter says what happens next", async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("Email address").fill("nina@home.example");
    await page.getByRole("button", { name: "Subscribe" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
    await expect(page.getByText("nina@home.example")).toBeVisible();
    expect(page.url()).not.toContain("nina");
  });
});
