import { expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { tabs } from "./tabs.ts";
import { addWaitingStories } from "./waiting.ts";

const PASSWORD = "a password for the tabs";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

for (const width of [390, 1280])
  test(`every tab of the panel is accessible, light and dark, ${width} px wide`, async ({
    page,
    server,
  }) => {
    test.slow();
    await addWaitingStories(server, 2);
    await page.setViewportSize({ width, height: 900 });
    for (const { path, title } of tabs) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 2, name: title, exact: true })).toBeVisible();
      await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      // Scripts are blocked in the mail preview's frame, so axe can't inspect its contents.
      if (title === "Newsletter") await expect(page.getByTitle("Next issue")).toBeVisible();
      await page.locator("iframe[sandbox]").evaluateAll((frames) => {
        for (const frame of frames) frame.remove();
      });
      await test.step(title, () => expectAccessibleInBothModes(page));
    }
  });
