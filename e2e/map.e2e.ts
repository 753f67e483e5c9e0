import type { Page } from "@playwright/test";
import { expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

// Maps need WebGL. Software rendering works on any machine.
const withoutGpu = [
  "--no-sandbox",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, args: withoutGpu }),
    { scope: "worker" },
  ],
  reducedMotion: "reduce",
});
// Software rendering is slow.
test.setTimeout(90_000);

const region = (page: Page) => page.getByRole("region", { name: "Map of the coffee shops" });
const pins = (page: Page) =>
  region(page).getByRole("group", { name: "Coffee shops" }).locator("button[data-pin]");
const focused = (page: Page) => page.locator(":focus");

async function openMap(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
  await page.getByRole("button", { name: "Show map" }).click();
  await expect(pins(page).first()).toBeVisible({ timeout: 60_000 });
}

test("the map comes when it is asked for, from our own address alone, and is remembered", async ({
  page,
  server,
  directory: { town },
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  expect(asked.filter((url) => /draw-map|map-panel|base-map|maplibre/.test(url))).toEqual([]);

  await page.getByRole("button", { name: "Show map" }).click();
  await expect(pins(page).first()).toBeVisible({ timeout: 60_000 });
  expect(asked.some((url) => url.includes("base-map"))).toBe(true);
  expect(asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("data:"))).toEqual(
    [],
  );

  await page.reload();
  await expect(pins(page).first()).toBeVisible({ timeout: 60_000 });
  expect(await page.context().cookies()).toEqual([]);
  await page.getByRole("button", { name: "Hide map" }).click();
  await expect(region(page)).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole("button", { name: "Show map" })).toBeVisible();
  await expect(region(page)).toHaveCount(0);
});

test("every shop of the list is on the map, by name and state or in a number", async ({
  page,
  directory: { town, shops },
}) => {
  await openMap(page, `/cities/${town.slug}`);
  const labels = await pins(page).evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute("aria-label") ?? ""),
  );
  const counts = labels.map((label) => Number(/^(\d+) coffee shops: /.exec(label)?.[1] ?? 1));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(shops.length);
  for (const label of labels.filter((text) => !/^\d+ coffee shops/.test(text)))
    expect(label).toMatch(/, (Open|Opens|Closed|Hours unknown|Hours in its own words)/);
});

test("the keyboard alone: in, from pin to pin, into the card and out again", async ({
  page,
  directory: { town },
}) => {
  await openMap(page, `/cities/${town.slug}`);
  // The filters are between the list's controls and the map.
  await page.getByRole("navigation", { name: "Filters" }).getByRole("link").last().focus();
  await page.keyboard.press("Tab");
  await expect(focused(page)).toHaveText("Skip map");
  await page.keyboard.press("Tab");
  const first = await focused(page).getAttribute("data-pin");
  expect(first).toBeTruthy();

  // At least one neighbor is on either side.
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) {
    if ((await focused(page).getAttribute("data-pin")) !== first) break;
    await page.keyboard.press(key);
  }
  expect(await focused(page).getAttribute("data-pin")).not.toBe(first);

  const single = pins(page).and(page.locator(":not(.pin-heap)")).first();
  await single.focus();
  const name = ((await single.getAttribute("aria-label")) ?? "").replace(/, [^,]*$/, "");
  await page.keyboard.press("Enter");
  await expect(single).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await expect(focused(page)).toHaveText(name);
  await expect(focused(page)).toHaveAttribute("href", /^\/coffee-shops\//);
  await page.keyboard.press("Escape");
  await expect(single).toBeFocused();
  await expect(single).toHaveAttribute("aria-expanded", "false");

  await page.keyboard.press("Tab");
  await expect(focused(page)).toHaveAccessibleName("Zoom in");
  await page.keyboard.press("Enter");
  for (const control of ["Zoom out", "Show all shops", "Move north", "Move west"]) {
    await page.keyboard.press("Tab");
    await expect(focused(page)).toHaveAccessibleName(control);
  }
});

test("the skip link leads past the map to the list", async ({ page, directory: { town } }) => {
  await openMap(page, `/cities/${town.slug}`);
  await page.getByRole("link", { name: "Skip map" }).press("Enter");
  await page.keyboard.press("Tab");
  expect(await focused(page).evaluate((link) => link.closest("#shop-list") !== null)).toBe(true);
});

test("a pressed number parts into its shops", async ({ page, directory: { town } }) => {
  // On a narrow map, shops of the town with the most lie on top of each other.
  await page.setViewportSize({ width: 320, height: 640 });
  await openMap(page, `/cities/${town.slug}`);
  const heaps = pins(page).and(page.locator(".pin-heap"));
  await expect(heaps.first()).toBeVisible();
  const before = await pins(page).count();
  await heaps.first().click();
  await expect.poll(() => pins(page).count()).toBeGreaterThan(before);
  await region(page).getByRole("button", { name: "Show all shops" }).click();
  await expect.poll(() => pins(page).count()).toBe(before);
});

test("card and pin light each other", async ({ page, directory: { town } }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openMap(page, `/cities/${town.slug}`);
  const pin = pins(page).and(page.locator(":not(.pin-heap)")).first();
  const slug = await pin.getAttribute("data-pin");
  const shop = page.locator(`a[href="/coffee-shops/${slug}"]`);
  const card = page.locator("#shop-list li").filter({ has: shop });

  await card.getByRole("link").first().focus();
  await expect(pin).toHaveClass(/pin-lit/);
  await pin.focus();
  await expect(card).toHaveClass(/card-picked/);
  await page.getByRole("button", { name: "Hide map" }).focus();
  await expect(card).not.toHaveClass(/card-picked/);
  await card.hover();
  await expect(pin).toHaveClass(/pin-lit/);
});

test("search results have a map, which follows the search without a page load", async ({
  page,
  directory: { town },
}) => {
  await openMap(page, "/search?q=coffee");
  const before = await pins(page).first().getAttribute("data-pin");
  await page.getByLabel("Town, shop or ZIP code").fill(`${town.name}, ${town.state}`);
  await page.getByLabel("Town, shop or ZIP code").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(town.name);
  await expect.poll(() => pins(page).first().getAttribute("data-pin")).not.toBe(before);
});

for (const width of [320, 1280]) {
  test.describe(`light and dark, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });
    test("axe finds nothing with the map and a card open", async ({
      page,
      directory: { town },
    }) => {
      test.slow();
      await openMap(page, `/cities/${town.slug}`);
      await expectNoSidewaysScroll(page);
      const single = pins(page).and(page.locator(":not(.pin-heap)")).first();
      await single.focus();
      await page.keyboard.press("Enter");
      await expectAccessibleInBothModes(page);
    });
  });
}

test("without WebGL the page says so and the list stands", async ({
  page,
  directory: { town, shop },
}) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
      return kind.startsWith("webgl") ? null : original.call(this, kind as "2d");
    } as typeof original;
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Show map" }).click();
  await expect(region(page).getByRole("alert")).toContainText("can't draw the map");
  await expect(page.locator("#shop-list").getByRole("link", { name: shop.name })).toBeVisible();
  expect(asked.filter((url) => url.includes("draw-map"))).toEqual([]);
});

test("without JavaScript no dead button stands there", async ({ browser, server, directory }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto(`/cities/${directory.town.slug}`);
  await expect(page.getByRole("button", { name: /^(show|hide) map/i })).toHaveCount(0);
  await context.close();
});
