import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { expectShop, hydrated, shopLink } from "./pages.ts";

// A visitor walking through a town with a phone.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("from home to the shops around, each with its distance", async ({ page, context }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 31.31, longitude: -92.45 });
  await page.goto("/");
  await hydrated(page);
  const near = page.getByRole("button", { name: "Coffee shops near me" });
  await expect(near).toBeInViewport();
  await near.tap();
  await expect(page).toHaveURL("/search?lat=31.31&lon=-92.45&radius=25");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coffee Shops within 25 miles");
  const cards = page.locator("#shop-list li.card");
  const away = await cards.getByText(/^\d+(\.\d)? mi$/).allTextContents();
  expect(away.length).toBeGreaterThan(5);
  expect(away).toHaveLength(await cards.count());
  const miles = away.map((text) => Number.parseFloat(text));
  expect(miles).toEqual(miles.toSorted((one, other) => one - other));
});

test("a town's shops are on a small phone's first screen, and narrowed by a press", async ({
  page,
  directory: { town },
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const cards = page.locator("#shop-list .shop-card");
  // A demo has a notice above.
  const notice = await page.getByRole("complementary", { name: "Notice" }).boundingBox();
  const first = await cards.first().boundingBox();
  const end = (first?.y ?? 640) + (first?.height ?? 0) - (notice?.height ?? 0);
  expect(end).toBeLessThanOrEqual(640 - 56);
  const banner = await page.locator(".banner").boundingBox();
  expect(banner?.height).toBeLessThanOrEqual(140);
  const chips = page.getByRole("navigation", { name: "Filters" }).getByRole("link");
  const wifi = chips.filter({ hasText: "Wi-Fi" });
  const count = Number((await wifi.textContent())?.replace(/\D/g, ""));
  await wifi.tap();
  await expect(page).toHaveURL(`/cities/${town.slug}?hasWifi=true`);
  await expect(wifi).toHaveAttribute("aria-current", "true");
  const narrowed = `${count} of ${town.coffeeShopCount} Coffee Shops`;
  await expect(page.getByRole("heading", { name: narrowed })).toBeVisible();
  await expect(page.locator("#announcer")).toHaveText(narrowed);
  await expect(cards).toHaveCount(Math.min(count, 48));
  await expectAccessible(page);
  await wifi.tap();
  await expect(page).toHaveURL(`/cities/${town.slug}`);
});

test("a town's shops by their distance from where one is", async ({
  page,
  context,
  directory: { town },
}) => {
  const place = town as typeof town & { latitude: number; longitude: number };
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: place.latitude, longitude: place.longitude });
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Nearest to me" }).tap();
  const away = page.locator("#shop-list .card-now > span:last-child").getByText(/ mi$/);
  await expect(away.nth(3)).toBeVisible();
  const miles = (await away.allTextContents()).map((text) => Number.parseFloat(text));
  expect(miles.length).toBeGreaterThan(5);
  expect(miles).toEqual(miles.toSorted((one, other) => one - other));
  // The place stays on the device.
  await expect(page).toHaveURL(`/cities/${town.slug}`);
});

test("filters come when they are asked for, and stay while they are on", async ({ page }) => {
  const wifi = page.getByRole("checkbox", { name: "WiFi" });
  await page.goto("/search?q=coffee");
  await hydrated(page);
  await expect(wifi).toBeHidden();
  await page.getByRole("button", { name: "More filters" }).tap();
  await wifi.check();
  await expect(page).toHaveURL("/search?q=coffee&hasWifi=true");
  await expectAccessible(page);
  await page.reload();
  await expect(wifi).toBeChecked();
  await expect(wifi).toBeVisible();
  await page.goto("/search?q=coffee");
  await expect(wifi).toBeHidden();
});

test("a shop says first whether it is open and how to get there", async ({
  page,
  directory: { town, shop },
}) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await shopLink(page, shop).tap();
  await expectShop(page, shop);
  const main = page.getByRole("main");
  await expect(main.locator(".open-state")).toBeInViewport();
  const way = main.getByRole("link", { name: "Directions" });
  await expect(way).toBeInViewport();
  expect(new URL((await way.getAttribute("href")) ?? "").searchParams.get("destination")).toMatch(
    new RegExp(`^${shop.name}, `),
  );
  // What concerns owners comes after what visitors came for.
  const order = await main.getByRole("heading", { level: 2 }).allTextContents();
  expect(order[0]).toBe("Contact & Hours");
  expect(order.at(-1)).toBe(`Do you run ${shop.name}?`);
  await expectAccessible(page);
});

test("Back shows the rows of a list as they were opened", async ({ page, directory: { town } }) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const cards = page.locator("#shop-list .shop-card");
  const more = (at: number) => cards.nth(at).locator(".card-more");
  await more(1).tap();
  await more(3).tap();
  await more(3).tap();
  await more(2).tap();
  await expect(more(1)).toHaveAttribute("aria-expanded", "true");
  await cards.nth(2).getByRole("link").first().tap();
  await expect(page).toHaveURL(/\/coffee-shops\//);
  await page.goBack();
  await expect(more(1)).toHaveAttribute("aria-expanded", "true");
  await expect(more(2)).toHaveAttribute("aria-expanded", "true");
  await expect(more(3)).toHaveAttribute("aria-expanded", "false");
  await expect(cards.nth(2)).toBeInViewport();
});
