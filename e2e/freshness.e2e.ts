import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

test("a town's grade leads to how it is made, and from there to its state and back", async ({
  page,
  directory: { town },
}) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const grade = page.getByText("Freshness of hours:");
  const stars = await grade.getByRole("img").getAttribute("aria-label");
  expect(stars).toMatch(/^[1-5] of 5 stars$/);
  await grade.getByRole("link", { name: "How we grade" }).click();
  await expect(page).toHaveURL(`/how-fresh?state=${town.state}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How Fresh the Hours Are");
  const row = page.getByRole("row").filter({ hasText: `${town.name}, ${town.state}` });
  await expect(row.getByRole("img")).toHaveAttribute("aria-label", stars ?? "");
  await page.getByRole("link", { name: "All states" }).click();
  await expect(page).toHaveURL("/how-fresh");
  await expect(page.getByRole("heading", { name: "States" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the footer leads to all grades", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name: "How Fresh" }).click();
    await expect(page).toHaveURL("/how-fresh");
    await expect(page.getByRole("heading", { name: "Towns" })).toBeVisible();
    expect(await page.getByRole("row").count()).toBeGreaterThan(10);
  });
});
