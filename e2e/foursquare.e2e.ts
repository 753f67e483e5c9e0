import { once } from "node:events";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { test as base, expect } from "./fixtures.ts";

const PASSWORD = "a password for place data";

interface Shop {
  name: string;
  slug: string;
  street: string | null;
  zipCode: string | null;
  cityName: string;
  state: string;
  latitude: number | null;
  longitude: number | null;
}

/** A Places API on this machine that knows the shops it is told about. */
const test = base.extend<object, { places: { url: string; shops: Shop[] } }>({
  places: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const shops: Shop[] = [];
      const site = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://places");
        const byId = shops.find(({ slug }) => pathname === `/places/fsq-${slug}`);
        const found = shops.filter(({ name }) => name === searchParams.get("query")).map(placeOf);
        const answer = byId ? placeOf(byId) : { results: found, context: {} };
        response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
      }).listen(0, "127.0.0.1");
      await once(site, "listening");
      const address = site.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      await use({ url: `http://127.0.0.1:${address.port}`, shops });
      site.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ places }, use) =>
      use({
        TOWNPERK_ADMIN_PASSWORD: PASSWORD,
        TOWNPERK_FOURSQUARE_API_KEY: "fsq-key",
        TOWNPERK_FOURSQUARE_API_URL: places.url,
      }),
    { scope: "worker" },
  ],
});

/** The shop in the format of the API. */
const placeOf = (shop: Shop) => ({
  fsq_place_id: `fsq-${shop.slug}`,
  name: shop.name,
  latitude: shop.latitude,
  longitude: shop.longitude,
  location: {
    address: shop.street,
    locality: shop.cityName,
    region: shop.state,
    postcode: shop.zipCode,
    country: "US",
  },
  categories: [{ fsq_category_id: "4bf58dd8d48988d1e0931735", name: "Coffee Shop" }],
  rating: 9.2,
  price: 1,
  photos: [],
});

async function expectScreen(page: Page) {
  await expectAccessibleInBothModes(page);
  await expectNoSidewaysScroll(page);
}

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

test("a city is enhanced, then has to wait; chosen coffee shops don't", async ({
  page,
  context,
  places,
  directory: { town },
  complaints,
}) => {
  const listed = await page.request.get(`/api/cities/${town.slug}/coffee-shops`);
  places.shops.push(...((await listed.json()) as Shop[]));
  const count = places.shops.length;
  expect(count).toBeGreaterThan(1);
  const city = `${town.name}, ${town.state}`;

  await page.goto("/admin/foursquare");
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Open Foursquare Enhancement" }).click();
  const dashboard = await opened;
  await expect(
    dashboard.getByRole("heading", { level: 2, name: "Foursquare Enhancement" }),
  ).toBeVisible();
  await expect(dashboard.getByText("Nothing has been enhanced yet.")).toBeVisible();
  await expectScreen(dashboard);

  await dashboard.getByRole("button", { name: "Enhance City" }).click();
  await expect(dashboard.getByText("Choose a city first.")).toBeVisible();
  await dashboard.getByLabel("Find a city").fill(`${town.name} ${town.state}`);
  await dashboard.getByRole("button", { name: "Find", exact: true }).click();
  const choice = dashboard.getByRole("radio", { name: city });
  const label = dashboard.locator("label").filter({ has: choice });
  await expect(label).toContainText("New");
  await choice.check();
  await dashboard.getByRole("button", { name: "Enhance City" }).click();
  const result = dashboard.locator(".notice");
  await expect(result).toContainText("Enhancement Complete", { timeout: 30_000 });
  await expect(result).toContainText(`${count} of ${count} coffee shops enhanced`);
  await expect(label).toContainText("Stale");
  const history = dashboard.getByRole("table", { name: "Enhancement history" });
  await expect(history.getByRole("rowheader", { name: city })).toHaveCount(1);
  await expectScreen(dashboard);

  complaints.tolerate(/409/);
  await dashboard.getByRole("button", { name: "Enhance City" }).click();
  await expect(result).toContainText("Enhancement Failed");
  await expect(result).toContainText("It can be enhanced again from");

  await dashboard.getByRole("button", { name: "Enhance Selected Shops" }).click();
  await expect(dashboard.getByText("Choose at least one coffee shop.")).toBeVisible();
  const [first] = places.shops;
  if (!first) throw new Error("no shop");
  const shops = dashboard.getByRole("group", { name: `Coffee shops in ${city}` });
  await shops.getByRole("checkbox", { name: first.name }).first().check();
  await dashboard.getByRole("button", { name: "Enhance Selected Shops (1 shop)" }).click();
  await expect(result).toContainText("1 of 1 coffee shop enhanced", { timeout: 30_000 });
  await expect(history.getByRole("rowheader", { name: city })).toHaveCount(2);

  await dashboard.setViewportSize({ width: 390, height: 844 });
  await expectScreen(dashboard);

  await page.goto(`/coffee-shops/${first.slug}`);
  await expect(page.getByText("Powered by Foursquare")).toBeVisible();
  await expect(page.getByRole("img", { name: "Foursquare: 4.6 of 5" }).first()).toBeVisible();
});
