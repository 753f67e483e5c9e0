import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";
import { tabs } from "./tabs.ts";
import { addWaitingStories } from "./waiting.ts";

const PASSWORD = "a password for the panel";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

const menu = (page: Page) => page.getByRole("navigation", { name: "Administration" });

test("on a wide screen the menu stands beside every tab and marks it", async ({ page, server }) => {
  test.slow();
  expect(await addWaitingStories(server, 2)).toBe(2);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/admin");
  await expect(menu(page).getByRole("link", { name: "Inbox" })).toHaveText(/^Inbox \d+$/);
  const stories = menu(page).getByRole("link", { name: "Local Vibes" });
  await expect(stories).toHaveText(/^Local Vibes \d+$/);
  for (const group of new Set(tabs.map((tab) => tab.group))) {
    const links = menu(page).getByRole("list", { name: group }).getByRole("link");
    const names = (await links.allTextContents()).map((text) => text.replace(/ \d+$/, ""));
    expect(names).toEqual(tabs.filter((tab) => tab.group === group).map(({ title }) => title));
  }
  for (const { title: name } of tabs) {
    const link = menu(page).getByRole("link", { name: new RegExp(`^${name}( \\d+)?$`) });
    await link.click();
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
    await expect(menu(page).locator("[aria-current=page]")).toHaveText(
      new RegExp(`^${name}( \\d+)?$`),
    );
    // The column scrolls by itself on low screens.
    await expect(link).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  }
});

test("the keyboard passes the menu with one press", async ({ page }) => {
  await page.goto("/admin/cities");
  await hydrated(page);
  const skip = page.getByRole("link", { name: "Skip the menu" });
  await page.getByRole("button", { name: "Logout" }).focus();
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Cities" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "City images" })).toBeFocused();
});

for (const width of [320, 390]) {
  test(`on a phone of ${width} px one button names the tab and opens the menu`, async ({
    page,
    server,
  }) => {
    await addWaitingStories(server, 1);
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/admin/coffee-shops");
    await hydrated(page);
    const button = page.getByRole("button", { name: /^Menu: Directory Coffee Shops/ });
    await expect(button).toContainText("waiting");
    await expect(menu(page)).toBeHidden();

    await button.focus();
    await page.keyboard.press("Enter");
    await expect(menu(page)).toBeVisible();
    await expect(menu(page).getByRole("link")).toHaveCount(tabs.length);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(button).toBeFocused();

    await button.click();
    await expect.poll(() => page.evaluate(() => history.state?.menu ?? false)).toBe(true);
    await page.goBack();
    await expect(menu(page)).toBeHidden();
    await expect(page).toHaveURL(/\/admin\/coffee-shops$/);

    await button.click();
    await menu(page).getByRole("link", { name: "Audit Log" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Audit Log" })).toBeVisible();
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole("button", { name: /^Menu: System Audit Log/ })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 2, name: "Coffee Shops" })).toBeVisible();
  });
}

test("the current tab is seen without the page's colors", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/admin/audit");
  const border = (name: string) =>
    menu(page)
      .getByRole("link", { name })
      .evaluate((link) => Number.parseFloat(getComputedStyle(link).borderTopWidth));
  expect(await border("Audit Log")).toBeGreaterThan(1);
  expect(await border("Cities")).toBe(0);
});
