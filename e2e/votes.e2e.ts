import type { Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { expectShop, holdCalls, hydrated, shopLink } from "./pages.ts";

const voteButton = (page: Page, name: string) =>
  page.getByRole("button", {
    name: new RegExp(`^Upvote ${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")},`),
  });

const countOn = async (page: Page, name: string) =>
  Number((await voteButton(page, name).first().textContent())?.replaceAll(/\D/g, ""));

test("vote on a shop's page: thanks, the new count there, in the town, and after a reload", async ({
  page,
  context,
  directory: { town, shops },
}) => {
  const shop = shops[1];
  if (!shop) throw new Error("the town has one shop only");
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const before = await countOn(page, shop.name);
  await shopLink(page, shop).click();
  await expectShop(page, shop);

  const button = voteButton(page, shop.name);
  await button.hover();
  await expect(button).toHaveAttribute("title", "Give this coffee shop an upvote!");
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/upvote"));
  const answer = await holdCalls(page, "**/upvote");
  await button.click();
  await expect(button).toHaveText("...");
  await expect(button).toBeDisabled();
  answer();
  expect((await answered).status()).toBe(200);
  await expect(page.getByText("Thanks for the upvote! ☕")).toBeVisible();
  await expect(page.getByText("Your vote helps others discover great coffee shops.")).toBeVisible();
  await expect(button).toHaveText(`✓ ${before + 1}`);
  await expectAccessible(page);

  const cookies = await context.cookies(`${page.url()}`);
  expect(cookies, "pages carry no cookie").toEqual([]);
  const [cookie] = await context.cookies(new URL("/api/coffee-shops/x/upvote", page.url()).href);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  // The device remembers its vote.
  await button.click();
  await expect(page.getByText("Already voted recently")).toBeVisible();
  await expect(page.getByText("You can vote again in 60 minutes.")).toBeVisible();
  await expect(button).toHaveAttribute("title", "You can vote again in 60 minutes");

  await page.goBack();
  await expect(voteButton(page, shop.name).first()).toHaveText(`✓ ${before + 1}`);
  await page.reload();
  await expect(voteButton(page, shop.name).first()).toHaveText(`✓ ${before + 1}`);
});

test("a town's page that the browser brings back shows the vote", async ({
  page,
  directory: { town, shops },
}) => {
  const shop = shops[2];
  if (!shop) throw new Error("the town has too few shops");
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const before = await countOn(page, shop.name);
  // A document load, not a client-side navigation.
  await page.goto(`/coffee-shops/${shop.slug}`);
  await hydrated(page);
  await voteButton(page, shop.name).click();
  await expect(page.getByText("Thanks for the upvote! ☕")).toBeVisible();
  await page.goBack();
  await expect(voteButton(page, shop.name).first()).toHaveText(`✓ ${before + 1}`);
});

test("a page from the browser's memory shows votes that others have cast since", async ({
  page,
  playwright,
  baseURL,
  directory: { town, shops },
}) => {
  const shop = shops[2];
  if (!shop || !baseURL) throw new Error("the town has too few shops");
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const before = await countOn(page, shop.name);
  const somebody = await playwright.request.newContext({ baseURL });
  const { id } = await (await somebody.get(`/api/coffee-shops/${shop.slug}`)).json();
  expect((await somebody.post(`/api/coffee-shops/${id}/upvote`)).ok()).toBe(true);
  await somebody.dispose();
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await expect(voteButton(page, shop.name).first()).toHaveText(`▲ ${before + 1}`);
});

test("vote on a card without leaving the list, by keyboard", async ({
  page,
  directory: { town, shops },
}) => {
  const shop = shops[3];
  if (!shop) throw new Error("the town has too few shops");
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const button = voteButton(page, shop.name).first();
  const before = await countOn(page, shop.name);
  await button.focus();
  const answer = await holdCalls(page, "**/upvote");
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus"), "a button that waits takes no focus").toHaveCount(0);
  answer();
  await expect(page.getByText("Thanks for the upvote! ☕")).toBeVisible();
  await expect(button).toHaveText(`✓ ${before + 1}`);
  await expect(button).toBeFocused();
  await expect(page).toHaveURL(`/cities/${town.slug}`);
});

test("the server refuses a second vote of a device that forgot, in its own words", async ({
  page,
  complaints,
  directory: { shops },
}) => {
  const shop = shops[4];
  if (!shop) throw new Error("the town has too few shops");
  await page.goto(`/coffee-shops/${shop.slug}`);
  await hydrated(page);
  await voteButton(page, shop.name).click();
  await expect(page.getByText("Thanks for the upvote! ☕")).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  complaints.tolerate(/status of 429/);
  await voteButton(page, shop.name).click();
  await expect(page.getByText("Already voted recently")).toBeVisible();
  await expect(page.getByText("You can vote again in 60 minutes.")).toBeVisible();
});
