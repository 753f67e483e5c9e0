import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { addWaitingStories } from "./waiting.ts";

const PASSWORD = "a password for the phone";
test.use({
  settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD },
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

async function open(page: Page, tab: string) {
  await page.getByRole("button", { name: /^Menu:/ }).tap();
  const menu = page.getByRole("navigation", { name: "Administration" });
  await menu.getByRole("link", { name: new RegExp(`^${tab}( \\d+)?$`) }).tap();
  await expect(page.getByRole("heading", { level: 2, name: tab, exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
}

test("the whole journey with thumbs: sign in, decide, edit, look at a town, write", async ({
  page,
  server,
  directory: { town },
}) => {
  test.slow();
  await addWaitingStories(server, 3);
  await page.goto("/admin");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).tap();
  const item = page.getByRole("article");
  const waits = async () => (await (await page.request.get("/api/admin/counts")).json()).total;
  await expect(item).toBeVisible({ timeout: 20_000 });
  const before = await waits();

  // A decision by a tap, taken back by a tap, and one with a reason.
  await item.getByRole("button", { name: "Approve" }).tap();
  await expect(toast(page, /^Approved/)).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).tap();
  await expect(toast(page, /^Undone/)).toBeVisible();
  await expect.poll(waits).toBe(before);
  await item.getByRole("button", { name: "Reject" }).tap();
  await page.getByRole("button", { name: /^It reads like an advertisement/ }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }).tap();
  await expect(toast(page, /^Rejected/)).toBeVisible();
  await expect.poll(waits).toBe(before - 1);
  // What stands at the bottom of the screen is a message that covers no button.
  await expect(item.getByRole("button", { name: "Approve" })).toBeInViewport({ ratio: 1 });
  await item.getByRole("button", { name: "Approve" }).tap();
  await expect.poll(waits).toBe(before - 2);

  await open(page, "Coffee Shops");
  await page.getByLabel(/^Search/).fill(town.name);
  await page.getByRole("button", { name: "Search", exact: true }).tap();
  await page.getByRole("rowheader").getByRole("link").first().tap();
  await page.getByLabel(/^Phone/).fill("318 555 0142");
  await page.getByRole("button", { name: "Save changes" }).tap();
  await expect(toast(page, "Coffee shop updated")).toBeVisible();
  await expectNoSidewaysScroll(page);

  await open(page, "Cities");
  await page.getByRole("listitem").getByRole("heading").getByRole("link").first().tap();
  await page.getByLabel(/^Description/).fill("A town on the river.");
  await page.getByRole("button", { name: "Save", exact: true }).first().tap();
  await expect(toast(page, "City updated")).toBeVisible();
  await expectNoSidewaysScroll(page);

  await open(page, "Audit Log");
  await page
    .getByRole("button", { name: /^Show changes/ })
    .first()
    .tap();
  await expect(page.locator(".data-detail")).toContainText("A town on the river.");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await open(page, "Blog Management");
  await page.getByRole("link", { name: "New Article" }).tap();
  // The list that is left has a field for titles, too.
  await expect(page.getByRole("heading", { level: 2, name: "New Article" })).toBeVisible();
  await page.getByLabel("Title").fill("One cup on the river");
  await page.getByRole("textbox", { name: /^Text/ }).fill("The river is **high** today.");
  await page.getByRole("button", { name: "Save Draft" }).tap();
  await expect(page).toHaveURL(/\/admin\/blog\/articles\//);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
