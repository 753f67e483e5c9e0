import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const find = (page: Page) => page.getByRole("button", { name: "Find coffee on the way" });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } });

    test("a traveler finds coffee on the way, corrects a place, and turns around", async ({
      page,
      directory: { town },
    }) => {
      const from = `${town.name}, ${town.state}`;
      await page.goto("/contact");
      await page.getByRole("contentinfo").getByRole("link", { name: "Plan a Trip" }).click();
      await expect(title(page)).toHaveText("Coffee on the Way");
      await field(page, "From").fill("Zzzz");
      await field(page, "To").fill("Seattle, WA");
      await find(page).click();
      await expect(field(page, "From")).toHaveAttribute("aria-invalid", "true");
      await expect(field(page, "From")).toHaveAccessibleDescription(/We don't know “Zzzz”/);
      await expect(field(page, "To")).toHaveValue("Seattle, WA");

      await field(page, "From").fill(from);
      await page.getByLabel("Longest detour").selectOption("60");
      await find(page).click();
      await expect(title(page)).toHaveText(`Coffee from ${from} to Seattle, WA`);
      const stops = page.getByRole("region", { name: /Coffee Shops?$/ });
      await expect(stops.getByText(/^You leave on /)).toBeVisible();
      const first = stops.getByRole("listitem").first();
      await expect(first).toContainText(/\d (AM|PM): /);
      await expectNoSidewaysScroll(page);

      await page.getByRole("link", { name: "The way back" }).click();
      await expect(title(page)).toHaveText(`Coffee from Seattle, WA to ${from}`);
      await expect(field(page, "From")).toHaveValue("Seattle, WA");
      await page.goBack();
      await expect(field(page, "From")).toHaveValue(from);
    });
  });
}

test("a town whose name is shared is chosen by a press", async ({ page }) => {
  await page.goto("/trip?from=71301&to=Springfield");
  await page.getByRole("link", { name: "Springfield, MO" }).click();
  await expect(title(page)).toHaveText(/to Springfield, MO$/);
});
