import { expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { expectShop, expectTown, shopLink, townLink } from "./pages.ts";

test.use({ javaScriptEnabled: false });

test("a town's page is complete", async ({ page, baseURL, directory: { town, shops } }) => {
  const answer = await page.goto(`/cities/${town.slug}`);
  expect(answer?.status()).toBe(200);
  await expectTown(page, town);
  for (const shop of shops) await expect(shopLink(page, shop)).toBeVisible();

  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const data = blocks.flatMap((block) => JSON.parse(block));
  expect(data.map((item) => item["@type"])).toEqual(
    expect.arrayContaining(["BreadcrumbList", "CollectionPage"]),
  );
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    "href",
    `${baseURL}/cities/${town.slug}`,
  );
});

test("a visitor gets from home to a shop by links alone", async ({
  page,
  directory: { town, shop },
}) => {
  await page.goto("/");
  await townLink(page, town).click();
  await expectTown(page, town);
  await shopLink(page, shop).click();
  await expectShop(page, shop);
  await expect(page.getByText(shop.address).first()).toBeVisible();
});

test("every page says what needs JavaScript, and forms say it of themselves", async ({
  page,
  directory: { town, shop },
}) => {
  for (const address of ["/", `/cities/${town.slug}`, `/coffee-shops/${shop.slug}`, "/contact"]) {
    await page.goto(address);
    await expect(
      page.getByRole("contentinfo").getByText(/Upvotes, the map and most forms need it/),
      address,
    ).toBeVisible();
  }
  const form = page.locator("#take-down noscript p");
  await expect(form).toBeVisible();
  await expect(form).toHaveText("This form needs JavaScript.");
});

test("the forms of owners are whole pages that say what they need", async ({
  page,
  directory: { shop },
}) => {
  await page.goto("/list-shop");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("List Your Coffee Shop");
  await expect(page.locator("noscript p").first()).toHaveText("This form needs JavaScript.");
  await page.goto(`/claim-business/${shop.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Claim This Business");
  await expect(page.getByRole("complementary", { name: "The coffee shop" })).toContainText(
    shop.name,
  );
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
});

test("screens that the browser draws alone say so, and lead home", async ({
  page,
  directory: { shop },
}) => {
  for (const address of [
    "/admin",
    "/admin/operator",
    "/sign-in",
    `/your-shop/${shop.slug}`,
    "/join-shop",
    "/confirm-manager",
    "/confirm-hand-over",
    "/confirm-hours",
    "/analytics",
  ]) {
    await page.goto(address);
    const title = page.getByRole("heading", { level: 1 });
    await expect(title, address).toHaveText("This page needs JavaScript");
    await expect(title).toBeVisible();
    await expect(page).toHaveTitle("Townperk");
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/JavaScript/);
});
