import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { expectShop, hydrated, shopLink } from "./pages.ts";

test("photos open over the page, go on by keys, and give the focus back", async ({
  page,
  directory: { town, shop },
}) => {
  // The demo's shops are drawn; their pictures for shared links stand for photos.
  const photo = (number: number, alt: string) => ({
    url: `/social/coffee-shops/${shop.slug}.png?v=${number}`,
    srcset: `/social/coffee-shops/${shop.slug}.png?v=${number} 1200w`,
    width: 1200,
    height: 630,
    alt,
    credit: "Ada",
    license: null,
    sourceUrl: null,
  });
  await page.route(`**/api/coffee-shops/${shop.slug}`, async (route) => {
    const answer = await route.fetch();
    const photos = [photo(1, "The counter"), photo(2, "The garden")];
    await route.fulfill({ json: { ...(await answer.json()), photos, imageUrl: photos[0]?.url } });
  });
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await shopLink(page, shop).click();
  await expectShop(page, shop);
  const cover = page.getByRole("link", { name: "The counter, full size" });
  await cover.press("Enter");
  const viewer = page.getByRole("dialog", { name: `Photos of ${shop.name}` });
  await expect(viewer.getByText("1 of 2. The counter")).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText("2 of 2. The garden")).toBeInViewport();
  await expect(viewer.getByText("1 of 2. The counter")).not.toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(cover).toBeFocused();
  await expectShop(page, shop);
});
