import { expect, test } from "./fixtures.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "the comparison" : "the comparison without scripts", () => {
    test.use({ javaScriptEnabled });

    test("switches three sample shops between their profiles, and back", async ({ page }) => {
      await page.goto("/data-comparison");
      const samples = page.getByRole("listitem").filter({ hasText: "facts known." });
      const switcher = page.getByRole("navigation", { name: "Version of the profiles" });
      await expect(samples).toHaveCount(3);
      await expect(samples.first()).toContainText("0 of 8 facts known.");
      await expect(samples.first()).toContainText("Sample");
      await switcher.getByRole("link", { name: "Enhanced" }).click();
      await expect(page).toHaveURL("/data-comparison?profile=enhanced");
      await expect(samples.first()).toContainText("8 of 8 facts known.");
      await expect(
        samples.first().getByRole("img", { name: "Foursquare: 4.4 of 5" }),
      ).toBeVisible();
      await page.goBack();
      await expect(samples.first()).toContainText("0 of 8 facts known.");
    });
  });
}
