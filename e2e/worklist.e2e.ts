import { expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { WIDTHS } from "./owners.ts";

const PASSWORD = "a password for the worklist";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

test("the administrator confirms hours, takes it back, and puts a shop off", async ({
  page,
  server,
}) => {
  await page.goto("/admin");
  await page.getByRole("link", { name: "Worklist" }).click();
  await expect(page.getByRole("heading", { name: "Worklist" })).toBeVisible();
  const items = page.locator("li[data-item]").filter({ hasNot: page.getByText("No hours yet.") });
  const item = items.first();
  const name = (await item.getByRole("link").first().textContent()) ?? "";
  const one = page.locator("li[data-item]").filter({ hasText: name });
  const href = (await item.getByRole("link").first().getAttribute("href")) ?? "";
  const total = page.getByText(/^1 to 20 of \d+ coffee shops$/);
  const waiting = Number(/of (\d+)/.exec((await total.textContent()) ?? "")?.[1]);

  await item.getByRole("button", { name: "These hours are right" }).click();
  const toast = page.getByRole("status").filter({ hasText: /^Hours confirmed/ });
  await expect(toast).toContainText(name);
  await expect(one).toHaveCount(0);
  await expect(total).toHaveText(`1 to 20 of ${waiting - 1} coffee shops`);
  const shop = await (await fetch(`${server.url}/api${href}`)).json();
  expect(shop.hoursConfirmed.freshness).toBe("green");
  await toast.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(
    page.getByRole("status").filter({ hasText: /^Undone: Hours confirmed/ }),
  ).toBeVisible();
  await expect(one).toHaveCount(1);
  await expect(total).toHaveText(`1 to 20 of ${waiting} coffee shops`);

  await one.getByRole("button", { name: "Later" }).click();
  const later = page.getByRole("status").filter({ hasText: /^Put off for 30 days/ });
  await expect(one).toHaveCount(0);
  await page.reload();
  await expect(total).toHaveText(`1 to 20 of ${waiting - 1} coffee shops`);
  await expect(later).toHaveCount(0);
  // The audit log knows it, too.
  await page.goto("/admin/audit");
  const entry = page.getByText("Put off in the worklist").filter({ visible: true });
  await expect(entry.first()).toBeVisible();
});

test("the worklist is searched, filtered and worked by keyboard at any width", async ({ page }) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/admin/worklist");
    await expect(page.locator("li[data-item]").first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await page.getByLabel("Show", { exact: true }).selectOption("With a phone number");
  await expect(page).toHaveURL("/admin/worklist?has=phone");
  const items = page.locator("li[data-item]");
  const call = items.first().getByRole("link", { name: /^Call / });
  await expect(call).toHaveAttribute("href", /^tel:\+1\d{10}$/);
  await page.getByRole("searchbox").fill("no such shop anywhere");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("No shop like that waits.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL("/admin/worklist");
  await expect(items.first()).toBeVisible();
  await page.keyboard.press("j");
  const focused = page.locator("li[data-item]:focus");
  const name = (await focused.getByRole("link").first().textContent()) ?? "";
  await page.keyboard.press("l");
  await expect(items.filter({ hasText: name })).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(items.filter({ hasText: name })).toHaveCount(1);
});
