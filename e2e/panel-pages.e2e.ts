import type { Page } from "@playwright/test";
import { expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { placePng } from "./place-png.ts";
import { listOwnShop } from "./shop-people.ts";

const PASSWORD = "a password for the pages";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true });
const title = (page: Page, name: string) =>
  page.getByRole("heading", { level: 2, name, exact: true });

test("a town's page has its facts, image, shops, neighbors and history", async ({
  page,
  directory: { town },
}) => {
  const name = `${town.name}, ${town.state}`;
  await page.goto(`/admin/cities?search=${encodeURIComponent(town.name)}`);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(title(page, name)).toBeVisible();
  const address = page.url();

  await page.getByLabel(/^Description/).fill("A town on the river.");
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await expect(toast(page, "City updated")).toBeVisible();
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByText("City edited").first()).toBeVisible();

  // An image by file, removed, and back.
  const image = page.getByRole("region", { name: "Image", exact: true });
  const chooser = page.waitForEvent("filechooser");
  await image.getByText("Upload a photo").click();
  await (await chooser).setFiles({
    name: "river.png",
    mimeType: "image/png",
    buffer: placePng(1200, 800),
  });
  await expect(toast(page, "City image updated")).toBeVisible();
  await expect(page.getByRole("img", { name })).toBeVisible();
  await image.getByRole("button", { name: "Remove image" }).click();
  await expect(toast(page, "City image removed")).toBeVisible();
  await expect(page.getByRole("img", { name })).toHaveCount(0);
  await undo(page).click();
  await expect(toast(page, /^Undone/)).toBeVisible();
  await expect(page.getByRole("img", { name })).toBeVisible();

  // Its shops, on pages; Back leads to the one that was opened.
  const shops = page.getByRole("table", { name: "Coffee shops" }).locator("tbody tr");
  await expect(shops).toHaveCount(20);
  const pages = page.getByRole("navigation", { name: "Pages of coffee shops" });
  await pages.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const shop = shops.nth(3).getByRole("link").first();
  const shopName = (await shop.textContent()) ?? "";
  await shop.click();
  await expect(title(page, "Edit coffee shop")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.getByRole("link", { name: shopName, exact: true })).toBeFocused();
  await expect(page.getByRole("link", { name: shopName, exact: true })).toBeInViewport();

  // The nearest towns come first, and those across the line are only named.
  const { id } = { id: address.split("/").at(-1)?.split("?")[0] ?? "" };
  const near = await page.request.get(`/api/admin/cities/${id}/merge-candidates`);
  const candidates = (await near.json()).filter(
    ({ isOtherState }: { isOtherState: boolean }) => !isOtherState,
  );
  const merge = page.getByRole("region", { name: "Merge", exact: true });
  const buttons = merge.getByRole("listitem").getByRole("button");
  await expect(buttons).toHaveCount(candidates.length);
  await expect(buttons.first()).toContainText(candidates[0].name);
  await buttons.first().click();
  await expect(merge.getByLabel("City to merge")).toHaveValue(new RegExp(candidates[0].name));
  await merge.getByRole("button", { name: "Merge", exact: true }).click();
  await page.getByRole("button", { name: "Merge cities" }).click();
  await expect(toast(page, "Cities merged")).toBeVisible();
  expect((await page.request.get(`/api/admin/cities/${candidates[0].id}`)).status()).toBe(404);
  await undo(page).click();
  await expect(toast(page, /^Undone/)).toBeVisible();
  expect((await page.request.get(`/api/admin/cities/${candidates[0].id}`)).status()).toBe(200);

  await history.getByRole("link", { name: /^See \d+ changes and undo$/ }).click();
  await expect(page.getByText("Showing one item's history.")).toBeVisible();
});

test("a town that isn't there says so in place", async ({ page, complaints }) => {
  complaints.tolerate(/404/);
  await page.goto("/admin/cities/00000000-0000-7000-8000-000000000000");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("link", { name: "All cities" })).toBeVisible();
});

test("readers are found, sorted and lead to everything about a person", async ({
  page,
  server,
}) => {
  for (const email of ["zoe@mail.example", "amy@mail.example"])
    await page.request.post(`${server.url}/api/newsletter/subscribe`, { data: { email } });
  await page.goto("/admin/newsletter");
  await page.getByRole("link", { name: "List of readers" }).click();
  await expect(title(page, "Newsletter readers")).toBeVisible();
  const rows = page.getByRole("table", { name: "Readers" }).locator("tbody tr");
  await page.getByLabel("Search by address or town").fill("mail.example");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole("link", { name: /^Address/ }).click();
  const head = page.getByRole("columnheader", { name: "Address" });
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(rows.first()).toContainText("amy@mail.example");
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect(rows.first()).toContainText("zoe@mail.example");
  await expect(page.getByLabel("Search by address or town")).toHaveValue("mail.example");
  await page.getByLabel("State").selectOption({ label: "Paused after bounces" });
  await expect(page.getByText("No readers found")).toBeVisible();
  await page.goBack();

  const reader = page.getByRole("link", { name: "zoe@mail.example" });
  await reader.click();
  await expect(title(page, "zoe@mail.example")).toBeVisible();
  await expect(page.getByRole("table", { name: "Newsletter: 1 record" })).toBeVisible();
  await expect(page.getByRole("table", { name: /^Emails: 1 record/ })).toContainText(/confirm/i);
  await page.getByRole("button", { name: /^Emails \d/ }).click();
  await expect(page.getByRole("heading", { name: "Emails" })).toBeFocused();
  // No log sees the address.
  expect(new URL(page.url()).pathname).toBe("/admin/person");
  await page.goBack();
  await expect(reader).toBeFocused();

  // Nobody, and no address.
  await page.goto("/admin/privacy");
  await page.getByLabel("Email address").fill("nobody@mail.example");
  await page.getByRole("button", { name: "Find Person" }).click();
  await expect(page.getByText("Nothing is kept about nobody@mail.example.")).toBeVisible();
  await page.goto("/admin/person");
  await expect(page.getByText("No address was given.")).toBeVisible();
});

test("a shop's owner is revoked and given back, and leads to the person", async ({
  page,
  server,
}) => {
  const own = await listOwnShop(page, server, "Given Back");
  const claims = await server.townperk("admin", "claims", "list");
  const id = new RegExp(`^(\\S+) {2}Pending {2}${own.name}`, "m").exec(claims)?.[1] ?? "";
  await server.townperk("admin", "claims", "approve", id);
  const read = async () => (await page.request.get(`/api/coffee-shops/${own.slug}`)).json();
  // The server hears of what a command did.
  await expect.poll(async () => (await read()).ownerId).not.toBeNull();
  const owned = await read();
  await page.goto(`/admin/coffee-shops/${owned.id}`);
  await expect(page.getByRole("heading", { name: "The page's results" })).toBeVisible();
  await expect(page.getByText("Your page's results")).toHaveCount(0);
  const owner = page.getByRole("region", { name: "Owner", exact: true });
  await owner.getByRole("button", { name: "Revoke ownership" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill("The shop was sold.");
  await dialog.getByRole("button", { name: "Revoke ownership" }).click();
  await expect(toast(page, "Ownership revoked")).toBeVisible();
  await undo(page).click();
  await expect(toast(page, /^Undone/)).toBeVisible();
  const after = await (await page.request.get(`/api/coffee-shops/${owned.slug}`)).json();
  expect(after.ownerId).toBe(owned.ownerId);

  await owner.getByRole("link", { name: "Everything about this person" }).click();
  const table = page.getByRole("table", { name: /^Coffee shops: / });
  await expect(table.getByRole("link", { name: owned.name }).first()).toBeVisible();
});

test("the audit log is sorted, narrowed and paged, and an entry leads to its subject and back", async ({
  page,
}) => {
  const found = await page.request.get("/api/admin/coffee-shops?visibility=listed&pageSize=2");
  const ids = (await found.json()).shops.map(({ id }: { id: string }) => id);
  // More than a page of entries.
  for (let round = 0; round < 11; round += 1)
    for (const id of ids) {
      const changed = await page.request.put(`/api/admin/coffee-shops/${id}`, {
        data: { description: `Round ${round}` },
      });
      expect(changed.ok()).toBe(true);
    }
  await page.goto("/admin/audit");
  const rows = page.getByRole("table", { name: "Entries" }).locator("tbody tr[data-row]");
  await expect(rows).toHaveCount(20);
  await page.getByLabel("About").selectOption({ label: "Coffee shops" });
  await expect(page).toHaveURL(/kind=shop/);
  const head = page.getByRole("columnheader", { name: "When" });
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await head.getByRole("link").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/kind=shop/);
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const row = rows.first();
  await row.getByRole("button", { name: /^Show changes/ }).click();
  await expect(page.locator(".data-detail")).toContainText("Description");
  const subject = row.getByRole("link");
  const name = (await subject.textContent()) ?? "";
  await subject.click();
  await expect(page.getByRole("heading", { level: 3, name, exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/kind=shop.*page=2|page=2.*kind=shop/);
  await expect(rows.first()).toBeVisible();

  await page.goto("/admin/audit?page=9999");
  await page.getByRole("link", { name: /^Go to the first of/ }).click();
  await expect(rows).toHaveCount(20);
  await page.getByLabel("Day").fill("2020-02-02");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("No entries found")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(rows).toHaveCount(20);
});

for (const width of [390, 1280])
  test(`the pages of a town, a person and the lists are accessible, light and dark, ${width} px wide`, async ({
    page,
    server,
  }) => {
    test.slow();
    const email = "reader@mail.example";
    await page.request.post(`${server.url}/api/newsletter/subscribe`, { data: { email } });
    const { cities } = await (await page.request.get("/api/admin/cities?image=missing")).json();
    await page.setViewportSize({ width, height: 900 });
    for (const address of [
      `/admin/cities/${cities[0].id}`,
      `/admin/person#${email}`,
      "/admin/person",
      "/admin/newsletter/readers",
      "/admin/audit",
      "/admin/audit?machine=true",
    ]) {
      // A fragment alone would not load the page anew.
      await page.goto("about:blank");
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await test.step(address, () => expectAccessibleInBothModes(page));
    }
  });
