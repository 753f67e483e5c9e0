import type { Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

const password = "a long enough password";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: password } });

async function logIn(page: Page) {
  await page.goto("/admin");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
}

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name });

const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("a working day: find a shop, edit it, merge two, undo both, describe a city, log out", async ({
  page,
  directory: { town, shops },
}) => {
  const [first, second] = shops;
  if (!first || !second) throw new Error("the town has too few shops");
  await logIn(page);
  await expect(page.getByText("Nothing waits for you.")).toBeVisible();
  await tab(page, "Coffee Shops").click();
  await hydrated(page);
  await page.getByLabel("Search by name, address, city or ZIP code").fill(first.name);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("link", { name: first.name, exact: true }).first().click();

  // What was typed wrongly stays, and says so beside its field.
  await page.getByLabel(/^Phone/).fill("12");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Please enter a valid US phone number")).toBeVisible();
  await page.getByLabel(/^Phone/).fill("318 555 0142");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Coffee shop updated")).toBeVisible();
  await expect(page.getByLabel(/^Phone/)).toHaveValue("(318) 555-0142");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Undone")).toBeVisible();

  await page.getByLabel("The duplicate").fill(second.name);
  await page.getByRole("option", { name: new RegExp(second.name) }).first().click();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("button", { name: "Merge coffee shops" }).click();
  await expect(toast(page, "Coffee shops merged")).toBeVisible();
  const moved = await page.request.get(`/coffee-shops/${second.slug}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toContain(first.slug);

  await tab(page, "Audit Log").click();
  await page.getByRole("button", { name: /^Show changes of Shop: merge/ }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(toast(page, "Undone")).toBeVisible();
  expect((await page.request.get(`/coffee-shops/${second.slug}`)).url()).toContain(second.slug);

  await tab(page, "Cities").click();
  await page.getByLabel("Search by name or state").fill(town.name);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("button", { name: `Edit ${town.name}, ${town.state}` }).click();
  await page.getByLabel(/^Description/).fill("A town on the river.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "City updated")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
});

test("every tab has an address of its own, and its empty state", async ({ page }) => {
  await logIn(page);
  for (const [address, text] of [
    ["/admin/coffee-shops?search=zzzzzz", "No coffee shops found"],
    ["/admin/cities?search=zzzzzz", "No cities found"],
    ["/admin/local-vibes?status=pending", "No story waits for a decision."],
    ["/admin/claims", "No business claims have been submitted yet."],
    ["/admin/audit?search=zzzzzz", "No entries found"],
    ["/admin/city-images?search=zzzzzz", /^0 of \d+ cities$/],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page);
  }
});

test("city images have their own gate", async ({ page, complaints }) => {
  await page.goto("/admin/city-images");
  await expect(page.getByRole("heading", { name: "Admin Access Required" })).toBeVisible();
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Invalid admin password").first()).toBeVisible();
  // The browser writes down that a call was refused.
  complaints.tolerate(/401/);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("button", { name: /^Edit Image/ }).first().click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter an image URL")).toBeVisible();
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
  await expect(other.getByText("This shop was edited meanwhile.")).toBeVisible();
  await expect(other.getByLabel(/^Name/)).toHaveValue("Green Door");
  await other.getByRole("button", { name: "Keep what I typed" }).click();
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(other, "Coffee shop updated")).toBeVisible();
});

test("the panel fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page);
  for (const address of ["/admin", "/admin/coffee-shops", "/admin/cities", "/admin/audit"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, address).toBe(0);
  }
});
