import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

for (const [kind, heading, sibling] of [
  ["best-breakfast", "Best Breakfast Spots", "Best Coffee"],
  ["best-coffee", "Best Coffee Shops", "Best Breakfast"],
] as const) {
  test(`from a town to its ${kind} page, to its sibling and to a shop`, async ({
    page,
    directory: { town },
  }) => {
    await page.goto(`/cities/${town.slug}`);
    await hydrated(page);
    const name = kind === "best-breakfast" ? "Best Breakfast" : "Best Coffee";
    await page.getByRole("link", { name: `${name} in ${town.name}`, exact: true }).click();
    await expect(page).toHaveURL(`/cities/${town.slug}/${kind}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      `${heading} in ${town.name}, ${town.state}`,
    );
    await expect(page).toHaveTitle(new RegExp(`^${name} Near ${town.name}, ${town.state} \\| `));

    const community = page.getByRole("region", { name: "Top Community Rated" });
    const places = await community.getByText(/^#\d+$/).allTextContents();
    expect(places).toEqual(places.map((_, index) => `#${index + 1}`));
    expect(places.length).toBeGreaterThanOrEqual(3);

    await page.getByRole("link", { name: `${sibling} in ${town.name}`, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      sibling.split(" ")[1] ?? "",
    );
    await page
      .getByRole("link", { name: /^View Details of/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/coffee-shops\//);
  });
}

test("paid placements stand apart, are marked, and have no number", async ({ page, baseURL }) => {
  const towns: { slug: string; boostedShops: number }[] = await (
    await fetch(`${baseURL}/api/cities/all`)
  ).json();
  const town = towns.find(({ boostedShops }) => boostedShops > 0);
  expect(town, "a town with a boosted shop").toBeDefined();
  await page.goto(`/cities/${town?.slug}/best-coffee`);
  const paid = page.getByRole("region", { name: "Featured Premium Locations" });
  await expect(paid.getByText("Paid placement")).toBeVisible();
  await expect(paid.getByText("Featured", { exact: true }).first()).toBeVisible();
  await expect(paid.getByText(/^#\d+$/)).toHaveCount(0);
  await expect(page.getByText(/^Featuring \d+ premium local favorites?$/)).toBeVisible();
});

test("a town that there is not says so", async ({ page }) => {
  const answer = await page.goto("/cities/nowhere-xx/best-breakfast");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("City Not Found");
  await expect(page.getByText("We couldn't find breakfast spots for this location.")).toBeVisible();
  await expect(
    page.getByRole("main").getByRole("link", { name: "Browse All Cities" }),
  ).toBeVisible();
});

test("former addresses lead to the pages", async ({ page, directory: { town } }) => {
  await page.goto(`/best-breakfast-${town.slug}`);
  await expect(page).toHaveURL(`/cities/${town.slug}/best-breakfast`);
  await page.goto(`/best-coffee-${town.slug}`);
  await expect(page).toHaveURL(`/cities/${town.slug}/best-coffee`);
});
