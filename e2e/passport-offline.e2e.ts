import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { expectShop, hydrated } from "./pages.ts";
import { keptOffline, list, main, openPassport, openShop, toggle } from "./passport.ts";

/** Chromium logs this for every file requested without a network. */
const NO_NETWORK = /ERR_CONNECTION_REFUSED/;

// The network goes down by stopping the server: before version 156, Chromium's emulated "offline" doesn't cover a
// service worker's own requests. The oldest browser these tests run with is Chromium 148.
test.afterEach(({ server }) => server.comeBack());

test("online a kept shop's page is what the server says now", async ({
  page,
  directory: { shops },
}) => {
  const [shop] = shops;
  if (!shop) throw new Error("the town has no shops");
  await openShop(page, shop.slug);
  await toggle(page, "Save").click();
  await keptOffline(page, 1);
  await page.evaluate(async (path) => {
    const cache = await caches.open("passport-pages");
    await cache.put(
      path,
      new Response("<h1>of yesterday</h1>", { headers: { "content-type": "text/html" } }),
    );
  }, `/coffee-shops/${shop.slug}`);
  await openShop(page, shop.slug);
  await expectShop(page, shop);
  const kept = await page.evaluate(
    async (path) => (await (await caches.open("passport-pages")).match(path))?.text(),
    `/coffee-shops/${shop.slug}`,
  );
  expect(kept).toContain("page-state");

  await expect(page.getByText("You're offline")).toHaveCount(0);

  await toggle(page, "Save").click();
  await expect(page.getByText("No longer saved")).toBeVisible();
  // Removing the last shop removes all saved data from the device.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations();
        const names = await caches.keys();
        return registrations.length + names.length + localStorage.length;
      }),
    )
    .toBe(0);
});

test("a page that was kept on another day claims nothing of now", async ({
  page,
  server,
  complaints,
  directory: { shops },
}) => {
  complaints.tolerate(NO_NETWORK);
  const [shop] = shops;
  if (!shop) throw new Error("the town has no shops");
  const ofNow = main(page).locator(".open-state");
  const today = main(page).getByText("(today)");
  await openShop(page, shop.slug);
  await expect(ofNow).toBeVisible();
  await expect(today).toBeVisible();
  await toggle(page, "Save").click();
  await keptOffline(page, 1);

  await server.leave();
  await page.reload();
  await expect(page.getByText("We can't tell whether the shop is open now.")).toBeVisible();
  await expect(ofNow).toBeHidden();
  await expect(today).toBeHidden();
  await expect(page.getByRole("table", { name: /^Opening hours/ })).toContainText("Monday");
  await expectAccessible(page);

  await server.comeBack();
  await page.reload();
  await hydrated(page);
  await expect(ofNow).toBeVisible();
  await expect(today).toBeVisible();
});

test("a newer build replaces what an older one kept", async ({
  page,
  request,
  directory: { shops },
}) => {
  const [shop] = shops;
  if (!shop) throw new Error("the town has no shops");
  const worker = await request.get("/sw.js");
  expect(worker.headers()).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
  });
  const path = `/coffee-shops/${shop.slug}`;
  await openShop(page, shop.slug);
  await page.evaluate(async (path) => {
    await caches.open("passport-kit-/passport-of-yesterday");
    await caches.open("passport-kit-/coffee-shops/-of-yesterday");
    const pages = await caches.open("passport-pages");
    await pages.put(path, new Response("of yesterday"));
    await pages.put("/coffee-shops/gone", new Response("of yesterday"));
  }, path);
  await toggle(page, "Save").click();
  await keptOffline(page, 1);
  const kept = () =>
    page.evaluate(async (path) => {
      const page = await (await caches.open("passport-pages")).match(path);
      const kits = (await caches.keys()).filter((name) => name.startsWith("passport-kit-"));
      return [
        kits.map((name) => name.replace(/-[\da-f]{12}$/, "")).sort(),
        (await page?.text())?.includes("page-state"),
      ];
    }, path);
  await expect
    .poll(kept)
    .toEqual([["passport-kit-/coffee-shops/", "passport-kit-/passport"], true]);
});

test("without a network nothing but the passport and its shops is answered", async ({
  page,
  context,
  server,
  complaints,
  directory: { town, shops },
}) => {
  complaints.tolerate(NO_NETWORK);
  const [kept, other] = shops;
  if (!kept || !other) throw new Error("the town has too few shops");
  await openShop(page, kept.slug);
  await toggle(page, "Save").click();
  await keptOffline(page, 1);
  await server.leave();
  for (const path of ["/", `/cities/${town.slug}`, `/coffee-shops/${other.slug}`]) {
    const tab = await context.newPage();
    await expect(tab.goto(path), path).rejects.toThrow(/ERR_/);
    await tab.close();
  }
  await openPassport(page);
  await expect(list(page, "Saved").getByRole("link", { name: kept.name })).toBeVisible();
});
