import { expect, test } from "./fixtures.ts";
import { countDocuments, expectShop, expectTown, hydrated, shopLink, townLink } from "./pages.ts";

test("from home to a town to a shop and back, without loading a document twice", async ({
  page,
  directory: { town, shop },
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Great Coffee Lives in Small Towns",
  );
  await hydrated(page);
  const home = await page.title();
  const counter = countDocuments(page);

  await townLink(page, town).click();
  await expectTown(page, town);
  await expect(page).toHaveURL(`/cities/${town.slug}`);

  await shopLink(page, shop).click();
  await expectShop(page, shop);
  await expect(page).toHaveURL(`/coffee-shops/${shop.slug}`);

  await page.goBack();
  await expectTown(page, town);
  await page.goBack();
  await expect(page).toHaveTitle(home);
  await page.goForward();
  await expectTown(page, town);
  expect(counter.documents).toBe(0);
});

test("each screen has one title, description and canonical address after a change of screen", async ({
  page,
  baseURL,
  directory: { town, shop },
}) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await shopLink(page, shop).click();
  await expectShop(page, shop);
  await expect(page.locator("title")).toHaveCount(1);
  await expect(page.locator('meta[name="description"]')).toHaveCount(1);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveCount(1);
  await expect(canonical).toHaveAttribute("href", `${baseURL}/coffee-shops/${shop.slug}`);
});
