import type { Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { addWaitingStories } from "./waiting.ts";

const PASSWORD = "a password for the lists";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });
const rows = (page: Page) =>
  page.getByRole("table", { name: "Coffee shops" }).locator("tbody tr[data-row]");
const nameIn = async (page: Page, index: number) =>
  (await rows(page).nth(index).getByRole("rowheader").getByRole("link").textContent()) ?? "";

test("filter, order, page and place survive an edit and Back", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/admin/coffee-shops");
  await page.getByLabel("Show").selectOption({ label: "Listed" });
  await expect(page).toHaveURL(/visibility=listed/);
  await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  const there = "/api/admin/coffee-shops?visibility=listed&sort=name&page=2";
  const { shops } = await (await page.request.get(there)).json();
  await expect.poll(() => nameIn(page, 0)).toBe(shops[0].name);
  const address = page.url();

  const name = await nameIn(page, 14);
  const link = page.getByRole("link", { name, exact: true });
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await page.getByLabel(/^Phone/).fill("318 555 0142");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(toast(page, "Coffee shop updated")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();
  // The way by the link says the same.
  await link.click();
  await page.getByRole("link", { name: "All coffee shops" }).click();
  await expect(page).toHaveURL(address);
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport();

  // A row that goes leaves the focus to the next one.
  const next = await nameIn(page, 15);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Delete/ })
    .click();
  await expect(toast(page, /deleted/)).toBeVisible();
  await expect(page.getByRole("link", { name: next, exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(toast(page, /^Undone/)).toBeVisible();
  await expect(link).toBeVisible();
});

test("many shops are edited as one run, and one press takes it back", async ({ page }) => {
  await page.goto("/admin/coffee-shops?visibility=listed");
  await expect(rows(page)).toHaveCount(20);
  const { total } = await (
    await page.request.get("/api/admin/coffee-shops?visibility=listed&pageSize=1")
  ).json();
  await page.getByRole("button", { name: /^Select all/ }).click();
  await rows(page).first().getByRole("checkbox").uncheck();
  // The choice is of all pages.
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first().getByRole("checkbox")).toBeChecked();
  await page.getByRole("link", { name: "Edit selected" }).click();
  await page.getByLabel("Parking").selectOption({ label: "Yes" });
  await page.getByRole("button", { name: "Show changes" }).click();
  const preview = page.getByRole("heading", { name: /coffee shops? would change$/ });
  await expect(preview).toBeFocused();
  const changing = Number((await preview.textContent())?.replace(/\D/g, ""));
  expect(changing).toBeGreaterThan(1);
  expect(changing).toBeLessThan(total);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Apply to/ }).click();
  await expect(toast(page, /coffee shops updated/)).toBeVisible({ timeout: 30_000 });
  const run = page
    .getByRole("listitem")
    .filter({ hasText: /^Bulk edit \d+: Parking/ })
    .first();
  await expect(run).toBeVisible();
  const log = await (await page.request.get("/api/admin/audit?action=shop.bulk_edit")).json();
  expect(log.total, "one line for the whole run").toBe(1);
  await run.getByRole("button", { name: /^Take back edits/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take back" }).click();
  await expect(toast(page, "Edits taken back")).toBeVisible({ timeout: 30_000 });
});

const waits = async (page: Page) =>
  (await (await page.request.get("/api/admin/counts")).json()).total;
const item = (page: Page) => page.getByRole("article");

test("two administrators decide on one inbox, and nothing is decided twice", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  complaints.tolerate(/409/);
  await addWaitingStories(server, 4);
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  const answer = await other.request.post(`${server.url}/api/admin/login`, {
    data: { password: PASSWORD },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
  await page.goto("/admin?kind=story");
  await other.goto("/admin?kind=story");
  const heading = item(page).getByRole("heading");
  const first = (await heading.textContent()) ?? "";
  await expect(item(other).getByRole("heading")).toHaveText(first);
  const before = await waits(page);
  await page.keyboard.press("a");
  await expect(toast(page, /^Approved/)).toBeVisible();
  // The second one decides otherwise about what they still see.
  await other.keyboard.press("r");
  await other.getByRole("textbox", { name: /^Reason/ }).fill("Please tell us when.");
  await other.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }).click();
  await expect(
    other.getByRole("alert").filter({ hasText: /^Couldn't save the decision/ }),
  ).toBeVisible();
  const row = other.getByRole("list", { name: "Waiting" }).getByRole("button", { name: first });
  await expect(row.first()).toContainText("Decided elsewhere");
  expect(await waits(page)).toBe(before - 1);
  // They go on with the next one, which nobody has decided.
  await expect(item(other).getByRole("heading")).not.toHaveText(first);
  await other.keyboard.press("a");
  await expect(toast(other, /^Approved/)).toBeVisible();
  expect(await waits(page)).toBe(before - 2);
  await other.context().close();
});

test("while the server is away, decisions say so and are neither lost nor made twice", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/ERR_CONNECTION_REFUSED|Failed to fetch/);
  await addWaitingStories(server, 3);
  await page.goto("/admin?kind=story");
  const heading = item(page).getByRole("heading");
  await expect(heading).toBeVisible();
  const first = (await heading.textContent()) ?? "";
  const before = await waits(page);
  await server.leave();
  await page.keyboard.press("a");
  await expect(page.getByText(/^Couldn't save the decision/)).toBeVisible();
  await expect(page.getByText(/The server can't be reached/).first()).toBeVisible();
  // Another tab says so in place, under the same frame.
  await server.comeBack();
  expect(await waits(page)).toBe(before);
  const row = page.getByRole("list", { name: "Waiting" }).getByRole("button", { name: first });
  await row.first().click();
  await expect(heading).toHaveText(first);
  await page.keyboard.press("a");
  await expect.poll(() => waits(page)).toBe(before - 1);
});
