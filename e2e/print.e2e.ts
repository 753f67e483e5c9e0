import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

// What visitors take along on paper.
test.beforeEach(({ page }) => page.emulateMedia({ media: "print", colorScheme: "dark" }));

test("a town prints as its list of shops with their addresses", async ({
  page,
  directory: { town, shops },
}) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  for (const role of ["banner", "contentinfo", "search"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const list = page.locator("#shop-list");
  for (const shop of shops.slice(0, 5)) {
    await expect(list.getByRole("heading", { name: shop.name })).toBeVisible();
    await expect(list.getByText(shop.address).first()).toBeVisible();
  }
  await expect(page.locator(".card-picture").first()).toBeHidden();
});

test("a shop prints with its address and its hours, dark on white", async ({
  page,
  directory: { shop },
}) => {
  await page.goto(`/coffee-shops/${shop.slug}`);
  await hydrated(page);
  await expect(page.getByRole("banner")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.name);
  await expect(page.getByText(shop.address).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Contact & Hours" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Boost This Shop" })).toHaveCount(0);
  const ink = await page
    .getByRole("heading", { level: 1 })
    .evaluate((heading) => getComputedStyle(heading).color);
  const [red = 255, green = 255, blue = 255] = (ink.match(/\d+/g) ?? []).map(Number);
  expect(Math.max(red, green, blue)).toBeLessThan(100);
});
