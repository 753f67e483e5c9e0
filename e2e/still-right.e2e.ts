import type { Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

/** The question on a shop's page (D97), also where it is hidden. */
const question = (page: Page) => page.locator('form[action^="/still-right/"]');

/** Slugs of shops whose page asks something, one for each test: a network answers a shop's question once. */
async function askedAbout(url: string, slugs: readonly string[]): Promise<string[]> {
  const asked: string[] = [];
  for (const slug of slugs) {
    const answer = await fetch(`${url}/api/coffee-shops/${slug}`);
    if ((await answer.json()).question) asked.push(slug);
    if (asked.length === 3) break;
  }
  expect(asked).toHaveLength(3);
  return asked;
}

test("a visitor confirms a fact, takes it back, and isn't asked again once it stays", async ({
  page,
  context,
  server,
  directory: { shops },
}) => {
  const [slug] = await askedAbout(
    server.url,
    shops.map((shop) => shop.slug),
  );
  await page.goto(`/coffee-shops/${slug}`);
  await hydrated(page);
  const form = question(page);
  await expect(form).toBeVisible();
  await expectAccessible(page);
  // Where it stands in the page, however far that is scrolled.
  const place = () =>
    form.evaluate(({ offsetTop, offsetHeight }: HTMLElement) => [offsetTop, offsetHeight]);
  const before = await place();
  await form.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(form).toBeHidden();
  // It keeps its place, so that nothing moves.
  expect(await place()).toEqual(before);
  const toast = page.getByRole("status").filter({ hasText: /^Thank you/ });
  await expect(toast).toContainText("Once somebody else says the same, the page will show it.");
  await toast.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Answer taken back/ })).toBeVisible();
  await expect(form).toBeVisible();
  await form.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(form).toBeHidden();
  await expect(toast).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(form).toBeHidden();
  // For 90 days, on this page alone.
  const cookies = await context.cookies(`${server.url}/coffee-shops/${slug}`);
  const mark = cookies.find(({ name }) => name.includes("answered"));
  const days = ((mark?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  const elsewhere = await context.cookies(`${server.url}/cities`);
  expect(elsewhere.filter(({ name }) => name.includes("answered"))).toEqual([]);
});

test("an answer that can't be sent isn't lost in silence", async ({
  page,
  complaints,
  server,
  directory: { shops },
}) => {
  const [, slug] = await askedAbout(
    server.url,
    shops.map((shop) => shop.slug),
  );
  await page.goto(`/coffee-shops/${slug}`);
  await hydrated(page);
  complaints.tolerate(/429/);
  await page.route("**/answers", (route) =>
    route.fulfill({ status: 429, json: { message: "Too many answers from your network." } }),
  );
  const form = question(page);
  await form.getByRole("button", { name: "No", exact: true }).click();
  const toast = page.getByRole("alert").filter({ hasText: /^Couldn't send your answer/ });
  await expect(toast).toContainText("Too many answers from your network.");
  await expect(form).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form sends the answer, and another one takes it back", async ({
    page,
    server,
    directory: { shops },
  }) => {
    const slugs = await askedAbout(
      server.url,
      shops.map((shop) => shop.slug),
    );
    const slug = slugs[2];
    await page.goto(`/coffee-shops/${slug}`);
    const form = question(page);
    await form.getByRole("button", { name: "Yes", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you");
    await expect(page).toHaveURL(new RegExp(`/still-right/${slug}\\?answer=`));
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page).toHaveURL(`/coffee-shops/${slug}`);
    await form.getByRole("button", { name: "Yes", exact: true }).click();
    // The page after it is only for this answer: opened again without it, there is nothing to take back.
    await page.goto(`/still-right/${slug}`);
    await expect(page.getByText("We have an answer from you or your network.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Undo", exact: true })).toHaveCount(0);
  });
});
