import { expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "a password without a model";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test("without a model, the screen says what to set and offers nothing that can't work", async ({
  page,
}) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
  await page.goto("/admin/content-enhancement");
  await expect(page.getByText("No AI model is set up, so nothing can be written.")).toBeVisible();
  await expect(page.getByText("ai_url", { exact: true })).toBeVisible();
  const cities = page.getByRole("region", { name: "Cities needing enhancement" });
  await expect(cities.getByRole("listitem")).toHaveCount(21);
  await expect(cities.getByText(/^and \d+ more$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Enhance|Test Shop|Choose/ })).toHaveCount(0);
  await expect(page.getByText("No run yet.")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
