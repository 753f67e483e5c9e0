import { expect, test } from "./fixtures.ts";
import { countDocuments, hydrated } from "./pages.ts";

const screens = [
  {
    address: "/no-such-page",
    text: "404 Page Not Found",
    link: /home/i,
    leadsTo: "/",
  },
  {
    address: "/cities/no-such-town-zz",
    text: "City not found. Please check the URL and try again.",
    link: "Browse All Cities",
    leadsTo: "/cities",
  },
  {
    address: "/coffee-shops/no-such-shop-zz",
    text: "Coffee shop not found. Please check the URL and try again.",
    link: "Browse Coffee Shops",
    leadsTo: "/search",
  },
  {
    address: "/blog/no-such-article-zz",
    text: "Article not found. Please check the URL and try again.",
    link: "Coffee Shop Tips",
    leadsTo: "/blog",
  },
  {
    address: "/blog/category/no-such-category-zz",
    text: "Category not found. Please check the URL and try again.",
    link: "Coffee Shop Tips",
    leadsTo: "/blog",
  },
  {
    address: "/blog/tag/no-such-tag-zz",
    text: "Tag not found. Please check the URL and try again.",
    link: "Coffee Shop Tips",
    leadsTo: "/blog",
  },
  {
    address: "/cities?page=9999",
    text: "That page is past the end of the list.",
    link: "Go to the Last Page",
    leadsTo: /^\?page=\d+$/,
  },
  {
    address: "/search?q=coffee&radius=9999",
    text: "'radius' must be a number from 1 to 100.",
    link: "Clear It",
    leadsTo: "?",
  },
];

for (const { address, text, link, leadsTo } of screens) {
  test(`${address} is a 404 that says so and leads on`, async ({ page }) => {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await hydrated(page);
    const main = page.getByRole("main");
    await expect(main.getByText(text)).toBeVisible();
    await expect(main.getByRole("link", { name: link })).toHaveAttribute("href", leadsTo);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  });
}

test("beyond the end of a list the last page is one step away", async ({ page }) => {
  await page.goto("/cities?page=9999");
  await hydrated(page);
  const counter = countDocuments(page);
  await page.getByRole("link", { name: "Go to the Last Page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("404 Page Not Found");
  expect(new URL(page.url()).pathname).toBe("/cities");
  expect(counter.documents).toBe(0);
});

test("a list that became shorter under somebody's hands says so", async ({ page, complaints }) => {
  complaints.tolerate(/404/);
  await page.route(/\/api\/cities\?.*page=2/, (route) =>
    route.fulfill({ status: 404, json: { message: "There is no such page.", lastPage: 1 } }),
  );
  await page.goto("/cities?filter=a");
  await hydrated(page);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("That page is past the end of the list.")).toBeVisible();
  await page.getByRole("link", { name: "Go to the Last Page" }).click();
  await expect(page).toHaveURL("/cities?filter=a&page=1");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("404 Page Not Found");
});

test("a page that was asked for what it can't give opens without it", async ({ page }) => {
  await page.goto("/cities?page=0");
  await hydrated(page);
  await page.getByRole("link", { name: "Clear It" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("404 Page Not Found");
});

test("a missing page leads home without loading another document", async ({ page }) => {
  await page.goto("/no-such-page");
  await hydrated(page);
  const counter = countDocuments(page);
  await page.getByRole("main").getByRole("link", { name: /home/i }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Great Coffee Lives in Small Towns",
  );
  expect(counter.documents).toBe(0);
});
