import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { test as base, expect } from "./fixtures.ts";
import { hydrated } from "./pages.ts";
import { tabs } from "./tabs.ts";
import { addWaitingStories } from "./waiting.ts";

const password = "a long enough password";

/** The server under test may fetch images from a site on this machine. */
const test = base.extend<object, { pictures: string }>({
  pictures: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const picture = await readFile(new URL("../web/public/icon-512.png", import.meta.url));
      const site = createServer((_, response) => {
        response.setHeader("content-type", "image/png").end(picture);
      }).listen(0, "127.0.0.1");
      await once(site, "listening");
      const address = site.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      await use(`127.0.0.1:${address.port}`);
      site.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ pictures }, use) =>
      use({ TOWNPERK_ADMIN_PASSWORD: password, TOWNPERK_OUTBOUND_ALLOW: pictures }),
    { scope: "worker" },
  ],
});

async function logIn(page: Page) {
  await page.goto("/admin");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
}

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name });

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

test("a working day: an inbox of 20 things, a shop, two that are one, a picture, a file", async ({
  page,
  server,
  pictures,
  directory: { town, shops },
  complaints,
}) => {
  const [first, second] = shops;
  if (!first || !second) throw new Error("the town has too few shops");
  for (const { slug } of shops.slice(-3)) {
    const asked = await page.request.post("/api/takedown-requests", {
      data: { shop: slug, reason: "closed", details: "Closed.", email: "jo@mail.example" },
    });
    expect(asked.status()).toBe(202);
  }
  expect(await addWaitingStories(server, 17)).toBe(17);

  // Makes twenty decisions without the mouse.
  await logIn(page);
  const waiting = page.getByRole("list", { name: "Waiting" }).getByRole("button");
  await expect(waiting).toHaveCount(20);
  await expectAccessible(page);
  await page.keyboard.press("r");
  await page.getByRole("textbox", { name: /^Reason/ }).fill("Please tell us when.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast(page, /^Rejected: /)).toBeVisible();
  await page.keyboard.press("u");
  await expect(toast(page, /^Undone/)).toBeVisible();
  for (let left = 20; left > 0; left -= 1) {
    await expect(tab(page, "Inbox")).toHaveText(`Inbox ${left}`);
    await page.keyboard.press("a");
  }
  await expect(tab(page, "Inbox")).toHaveText("Inbox");
  await page.keyboard.press("?");
  await expect(page.getByRole("heading", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");

  await tab(page, "Coffee Shops").click();
  await hydrated(page);
  // The inbox, which is there until the list is, has a search of its own.
  const search = page.getByRole("searchbox", { name: /^Search by name/ });
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type(first.name);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: first.name, exact: true }).first().click();

  // Invalid input stays, with the error beside its field. The browser logs the refused request.
  complaints.tolerate(/400/);
  await page.getByLabel(/^Phone/).fill("12");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Please enter a valid US phone number")).toBeVisible();
  await page.getByLabel(/^Phone/).fill("318 555 0142");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Coffee shop updated")).toBeVisible();
  await expect(page.getByLabel(/^Phone/)).toHaveValue("(318) 555-0142");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(toast(page, /^Undone/)).toBeVisible();
  await expect(page.getByLabel(/^Phone/)).not.toHaveValue("(318) 555-0142");

  await page.getByLabel("The duplicate").fill(second.name);
  await page
    .getByRole("option", { name: new RegExp(second.name) })
    .first()
    .click();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("button", { name: "Merge coffee shops" }).click();
  await expect(toast(page, "Coffee shops merged")).toBeVisible();
  const moved = await page.request.get(`/coffee-shops/${second.slug}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toContain(first.slug);

  await tab(page, "Audit Log").click();
  await page.getByRole("button", { name: /^Show changes of Shops merged/ }).click();
  // Wherever the page has scrolled to, the header covers some of it, which axe takes for small targets.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole("main").getByRole("button", { name: "Undo", exact: true }).click();
  await expect(toast(page, /^Undone/)).toBeVisible();
  expect((await page.request.get(`/coffee-shops/${second.slug}`)).url()).toContain(second.slug);

  await tab(page, "Cities").click();
  await page.getByLabel("Search by name or state").fill(town.name);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const name = `${town.name}, ${town.state}`;
  await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
  await page.getByLabel(/^Description/).fill("A town on the river.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "City updated")).toBeVisible();
  await page.getByRole("button", { name: `Edit Image of ${name}`, exact: true }).click();
  await page.getByLabel(/^Image URL/).fill(`http://${pictures}/river.png`);
  await page.getByLabel(/^Credit/).fill("Jo Doe");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "City image updated")).toBeVisible();
  await expect(page.getByRole("img", { name })).toBeVisible();
  await expectAccessible(page);
  const city = await (await page.request.get(`/api/cities/${town.slug}`)).json();
  expect(city.imageUrl).toMatch(/^\/photos\//);

  await tab(page, "Coffee Shops").click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("coffee-shops.csv");

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  expect((await page.request.get("/api/admin/stats")).status()).toBe(401);
});

test("every tab has an address of its own, and its empty state", async ({ page }) => {
  await logIn(page);
  for (const [address, text] of [
    ["/admin/coffee-shops?search=zzzzzz", "No coffee shops found"],
    ["/admin/cities?search=zzzzzz", "No cities found"],
    ["/admin/local-vibes?status=rejected", "No stories found"],
    ["/admin/audit?search=zzzzzz", "No entries found"],
    ["/admin/city-images?search=zzzzzz", /^0 of [\d,]+ cities$/],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page);
  }
  // axe looks at it in `panel-tabs.e2e.ts`.
  await page.goto("/admin/claims");
  await expect(page.getByText("No business claims have been submitted yet.")).toBeVisible();
  await page.goto("/admin/analytics");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open Analytics" }).click();
  await expect(await opened).toHaveURL("/analytics");
});

test("city images have their own gate", async ({ page, complaints }) => {
  await page.goto("/admin/city-images");
  await expect(page.getByRole("heading", { name: "Admin Access Required" })).toBeVisible();
  // The browser logs the refused request.
  complaints.tolerate(/401/);
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Login" }).click();
  // Hashing a password takes a while.
  const refused = page.getByText("Invalid admin password").first();
  await expect(refused).toBeVisible({ timeout: 20_000 });
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page
    .getByRole("button", { name: /^Edit Image/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter an image URL")).toBeVisible();
  // A demo asks nothing on the internet.
  complaints.tolerate(/503/);
  await page.getByRole("button", { name: "Auto-Discover Images" }).click();
  await expect(page.locator(".notice").filter({ hasText: "wikipedia_url" })).toContainText(
    "Failed to discover images",
  );
  await expectAccessible(page);
});

test("a session that ends in the middle of an edit loses nothing", async ({
  page,
  context,
  complaints,
}) => {
  await logIn(page);
  const { shops } = await (await page.request.get("/api/admin/coffee-shops?page=2")).json();
  await page.goto(`/admin/coffee-shops/${shops[0].id}`);
  await page.getByLabel(/^Name/).fill("Orange Door");
  // A part of the screen that still loads would notice the ended session before the save does.
  await page.waitForLoadState("networkidle");
  await context.clearCookies();
  complaints.tolerate(/401/);
  await page.getByRole("button", { name: "Save changes" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill(password);
  await dialog.getByRole("button", { name: "Login" }).click();
  await expect(toast(page, "Coffee shop updated")).toBeVisible();
  await expect(page.getByLabel(/^Name/)).toHaveValue("Orange Door");
});

test("two tabs on one shop: the second is shown the difference", async ({
  page,
  context,
  complaints,
}) => {
  await logIn(page);
  const { shops } = await (await page.request.get("/api/admin/coffee-shops")).json();
  const address = `/admin/coffee-shops/${shops[0].id}`;
  await page.goto(address);
  const other = await context.newPage();
  await other.goto(address);
  await page.getByLabel(/^Name/).fill("Red Door");
  await other.getByLabel(/^Name/).fill("Green Door");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Coffee shop updated")).toBeVisible();
  complaints.tolerate(/409/);
  await other.getByRole("button", { name: "Save changes" }).click();
  const notice = other.getByRole("region", { name: /^Someone else edited this shop/ });
  await expect(notice).toBeFocused();
  await expect(other.getByLabel(/^Name/)).toHaveValue("Green Door");
  await notice.getByRole("radio", { name: "Keep what I typed" }).check();
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(other, "Coffee shop updated")).toBeVisible();
});

test("the panel fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page);
  for (const address of [
    ...tabs.map(({ path }) => path),
    "/admin/city-images",
    "/admin/foursquare-enhancement",
  ]) {
    await page.goto(address);
    const heading = page.getByRole("heading", { level: 2 }).first();
    await expect(heading).toBeVisible();
    // A demo has a notice above.
    const notice = await page.getByRole("complementary", { name: "Notice" }).boundingBox();
    const top = ((await heading.boundingBox())?.y ?? 160) - (notice?.height ?? 0);
    expect(top, `${address} begins below the bar`).toBeLessThan(160 - 40);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, address).toBe(0);
  }
});
