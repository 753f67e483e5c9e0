import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

/** A real file in MaxMind's format: 203.0.113.0/24 is Alexandria, LA, and 198.51.100.0/24 is Canada. */
const ADDRESSES = fileURLToPath(
  new URL("../server/tests/fixtures/addresses.mmdb", import.meta.url),
);
// axe is slow on a page with twelve towns and twelve shops, all illustrated.
test.setTimeout(60_000);
test.use({ settings: { TOWNPERK_GEOIP_FILE: ADDRESSES, TOWNPERK_TRUSTED_PROXIES: "127.0.0.1" } });

interface Town {
  name: string;
  state: string;
  latitude: number;
  longitude: number;
}

const POPULAR = "Popular Coffee Destinations";
const NEAR = "Coffee Near You";
const section = (page: Page, title: string) =>
  page.getByRole("main").getByRole("region", { name: title, exact: true });
const townNames = (page: Page, title: string) =>
  section(page, title).getByRole("heading", { level: 3 });
const here = (page: Page) => page.getByRole("main").getByRole("button", { name: /my location/ });

const towns = async (url: string): Promise<Town[]> =>
  (await fetch(`${url}/api/cities/all`)).json() as Promise<Town[]>;

/** Distance in miles on a sphere with a radius of 3959 miles. */
function miles(one: Town, other: Town): number {
  const angle = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (a: number, b: number) => Math.sin(angle(a - b) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(angle(one.latitude)) *
      Math.cos(angle(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * 3959 * Math.asin(Math.sqrt(chord));
}

/** What a visitor in `town` should see: twelve towns, those in the same state first, then by distance. */
function expectedFrom(town: Town, all: readonly Town[]): string[] {
  const isElsewhere = ({ state }: Town) => Number(state !== town.state);
  return all
    .toSorted(
      (one, other) =>
        isElsewhere(one) - isElsewhere(other) || miles(town, one) - miles(town, other),
    )
    .slice(0, 12)
    .map(({ name, state }) => `${name}, ${state}`);
}

/** A town that the home page doesn't show by default, and its location. */
async function remoteTown(page: Page, url: string) {
  const all = await towns(url);
  await page.goto("/");
  const popular = await townNames(page, POPULAR).allTextContents();
  const town = all.find(
    ({ name, state }) => state !== "LA" && !popular.includes(`${name}, ${state}`),
  );
  if (!town) throw new Error("the home page shows every town");
  return { town, expected: expectedFrom(town, all), popular };
}

/** Counts how often scripts ask for the device's location. */
async function countQuestions(page: Page) {
  await page.addInitScript(() => {
    const original = Geolocation.prototype.getCurrentPosition;
    Object.assign(window, { questions: 0 });
    Geolocation.prototype.getCurrentPosition = function (...rest) {
      (window as unknown as { questions: number }).questions += 1;
      original.apply(this, rest);
    };
  });
  return () => page.evaluate(() => (window as unknown as { questions: number }).questions);
}

/** Records requests that reveal the visitor's location, and requests to any other host. */
function listen(page: Page, url: string) {
  const heard = { near: [] as string[], elsewhere: [] as string[] };
  page.on("request", (request) => {
    const asked = request.url();
    if (asked.includes("near=")) heard.near.push(new URL(asked).search);
    if (!asked.startsWith(url) && !asked.startsWith("data:")) heard.elsewhere.push(asked);
  });
  return heard;
}

test("a place allowed before is used on load: towns near you, told to nobody else", async ({
  page,
  context,
  server,
}) => {
  const { town, expected } = await remoteTown(page, server.url);
  const { latitude, longitude } = town;
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude, longitude });
  const heard = listen(page, server.url);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 2, name: NEAR, exact: true })).toBeVisible();
  await expect(townNames(page, NEAR)).toHaveText(expected);
  await expect(section(page, NEAR)).toContainText(/\d+ shops? · \d+ voted · \d+ boosted/);
  await expect(section(page, NEAR).getByRole("link", { name: "View all cities →" })).toBeVisible();
  await expect(here(page)).toBeHidden();
  // The location that leaves the device is rounded to about a mile, and goes only to the directory's server.
  expect(heard.near).toEqual([`?near=${+latitude.toFixed(3)},${+longitude.toFixed(3)}&limit=12`]);
  expect(heard.elsewhere).toEqual([]);
  expect(await context.cookies()).toEqual([]);

  await townNames(page, NEAR).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Coffee Shops in ${town.name}, ${town.state}`,
  );
});

test("nothing is asked on load; the button asks, and the device remembers", async ({
  page,
  context,
  server,
}) => {
  const { town, expected, popular } = await remoteTown(page, server.url);
  const questions = await countQuestions(page);
  await page.goto("/");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  await expect(townNames(page, POPULAR)).toHaveText(popular);
  expect(await questions()).toBe(0);

  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: town.latitude, longitude: town.longitude });
  await here(page).focus();
  await page.keyboard.press("Enter");
  await expect(townNames(page, NEAR)).toHaveText(expected);
  expect(await questions()).toBe(1);
  await expect(here(page)).toBeFocused();

  await context.clearPermissions();
  await page.reload();
  await expect(townNames(page, NEAR)).toHaveText(expected);
  expect(await questions()).toBe(0);
  const kept = await page.evaluate(() => ({ ...localStorage }));
  expect(kept).toEqual({
    place: JSON.stringify({ lat: +town.latitude.toFixed(3), lon: +town.longitude.toFixed(3) }),
  });
});

test("who says no keeps the popular towns, and is told why", async ({ page, context }) => {
  await context.grantPermissions([]);
  const questions = await countQuestions(page);
  await page.goto("/");
  await hydrated(page);
  const popular = await townNames(page, POPULAR).allTextContents();
  await here(page).click();
  expect(await questions()).toBe(1);
  await page.waitForLoadState("networkidle");
  await expect(townNames(page, POPULAR)).toHaveText(popular);
  await expect(here(page)).toBeVisible();
  await expect(page.getByText("We couldn't find your location")).toBeVisible();
  await expect(page.getByText("Location access is blocked.")).toBeVisible();
});

test("nothing is near a place abroad", async ({ page, context }) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: 48.8566, longitude: 2.3522 });
  const answered = page.waitForResponse((answer) => answer.url().includes("near="));
  await page.goto("/");
  expect(await (await answered).json()).toEqual([]);
  await expect(townNames(page, POPULAR)).toHaveCount(12);
  await expect(here(page)).toBeVisible();
});

for (const { address, title } of [
  { address: "203.0.113.7", title: NEAR },
  { address: "198.51.100.7", title: POPULAR },
  { address: "192.0.2.7", title: POPULAR },
]) {
  test.describe(`by the address ${address} alone`, () => {
    test.use({ extraHTTPHeaders: { "x-forwarded-for": address } });

    test(title, async ({ page }) => {
      const guessed = page.waitForResponse((answer) => answer.url().endsWith("/api/geo/locate"));
      await page.goto("/");
      expect((await guessed).status()).toBe(title === NEAR ? 200 : 204);
      await page.waitForLoadState("networkidle");
      await expect(townNames(page, title)).toHaveCount(12);
      if (title === NEAR) await expect(townNames(page, title).first()).toHaveText("Alexandria, LA");
      // The guess may be wrong, so the visitor can correct it.
      await expect(here(page)).toBeVisible();
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
    });
  });
}

test.describe("search", () => {
  const distance = (page: Page) => page.getByRole("combobox", { name: "Distance" });
  const found = (page: Page) => page.getByRole("heading", { level: 2, name: /Coffee Shops?$/ });
  const total = async (page: Page) => Number((await found(page).textContent())?.split(" ")[0]);

  test("near me, farther, nearer and anywhere, by keyboard and in the address", async ({
    page,
    context,
    server,
  }) => {
    const { town } = await remoteTown(page, server.url);
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: town.latitude, longitude: town.longitude });
    await page.goto("/search");
    await hydrated(page);
    await here(page).press("Enter");
    const place = {
      lat: String(+town.latitude.toFixed(3)),
      lon: String(+town.longitude.toFixed(3)),
    };
    const asked = () => Object.fromEntries(new URL(page.url()).searchParams);
    await expect.poll(asked).toEqual({ ...place, radius: "25" });
    await expect(distance(page)).toHaveValue("25");
    await expect(distance(page)).toBeFocused();
    const within25 = await total(page);
    expect(within25).toBeGreaterThan(0);

    await distance(page).selectOption("Within 100 miles");
    await expect.poll(asked).toEqual({ ...place, radius: "100" });
    await expect(distance(page)).toBeFocused();
    await expect.poll(() => total(page)).toBeGreaterThanOrEqual(within25);
    await page.getByRole("checkbox", { name: "Newest first" }).press("Space");
    await expect.poll(asked).toEqual({ ...place, radius: "100", sort: "newest" });
    await expect(page.getByRole("checkbox", { name: "Newest first" })).toBeFocused();

    // After going back, the fields match the results again.
    await page.goBack();
    await page.goBack();
    await expect.poll(asked).toEqual({ ...place, radius: "25" });
    await expect(distance(page)).toHaveValue("25");
    await expect(page.getByRole("checkbox", { name: "Newest first" })).not.toBeChecked();
    await expect.poll(() => total(page)).toBe(within25);

    await page.getByRole("link", { name: "Anywhere" }).press("Enter");
    await expect(page).toHaveURL("/search");
    await expect(here(page)).toBeFocused();
  });

  test("says that the place could not be found when it is asked for there", async ({
    page,
    context,
  }) => {
    await context.grantPermissions([]);
    await page.goto("/search?q=coffee");
    await hydrated(page);
    await here(page).press("Enter");
    await expect(page.getByRole("alert")).toContainText("We couldn't find your location");
    await expect(page).toHaveURL("/search?q=coffee");
    await expect(here(page)).toBeFocused();
  });

  test("a ZIP code with a distance: around its middle, and in its town again", async ({ page }) => {
    await page.goto("/search");
    await hydrated(page);
    const box = page.getByLabel("Town, shop or ZIP code");
    await box.fill("71301");
    await box.press("Enter");
    await expect(page).toHaveURL("/search?q=71301");
    await expect(box).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Coffee Shops for “71301”");
    await expect(distance(page)).toHaveValue("");
    const inTown = await total(page);

    await distance(page).focus();
    await distance(page).selectOption("Within 50 miles");
    await expect(page).toHaveURL("/search?q=71301&radius=50");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Coffee Shops within 50 miles of 71301, Alexandria, LA",
    );
    await expect(distance(page)).toBeFocused();
    await expect(distance(page)).toHaveValue("50");
    expect(await total(page)).toBeGreaterThanOrEqual(inTown);
    await expectAccessible(page);

    await distance(page).selectOption("In Alexandria");
    await expect(page).toHaveURL("/search?q=71301");
    await expect.poll(() => total(page)).toBe(inTown);
    await expect(distance(page)).toBeFocused();
  });
});

for (const width of [320, 1280]) {
  test.describe(`light and dark, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("towns and shops near the visitor are accessible and fit", async ({ page, context }) => {
      test.slow();
      await context.grantPermissions(["geolocation"]);
      await context.setGeolocation({ latitude: 31.31, longitude: -92.45 });
      await page.goto("/");
      await expect(townNames(page, NEAR).first()).toHaveText("Alexandria, LA");
      await expectAccessibleInBothModes(page);
      await expectNoSidewaysScroll(page);
      await page.goto("/search?lat=31.31&lon=-92.45&radius=25");
      await hydrated(page);
      await expectAccessibleInBothModes(page);
      await expectNoSidewaysScroll(page);
    });
  });
}
