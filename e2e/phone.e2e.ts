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

test("a town's list and its open shops are one press away", async ({
  page,
  directory: { town },
}) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const title = page.getByRole("heading", { name: `${town.coffeeShopCount} Coffee Shops` });
  await page.getByRole("link", { name: `See all ${town.coffeeShopCount} shops` }).tap();
  await expect(title).toBeInViewport();
  await page.getByRole("link", { name: "Open now" }).tap();
  await expect(page).toHaveURL(/\/search\?q=.*&openNow=true$/);
  await expect(page.getByRole("checkbox", { name: "Open now" })).toBeChecked();
  await page.getByRole("link", { name: "Clear filters" }).first().tap();
  await expect(page.getByRole("checkbox", { name: "Open now" })).not.toBeChecked();
  await expect(title).toBeVisible();
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
    /^-?\d+\.\d+,-?\d+\.\d+$/,
  );
  // What concerns owners comes after what visitors came for.
  const order = await main.getByRole("heading", { level: 2 }).allTextContents();
  expect(order[0]).toBe("Contact & Hours");
  expect(order.at(-1)).toBe(`Do you run ${shop.name}?`);
  await expectAccessible(page);
});
