import {
  cardFrame,
  choose,
  expectBoosted,
  openBoostPage,
  payButton,
  typeCard,
  typePayer,
} from "./boosts.ts";
import type { Shop } from "./directory.ts";
import { test as base, expect } from "./fixtures.ts";
import { answerBank, countDocuments, hydrated } from "./pages.ts";
import {
  answerStripeHosts,
  CARDS,
  PUBLISHABLE_KEY,
  type Sandbox,
  SECRET_KEY,
  startSandbox,
  WEBHOOK_SECRET,
} from "./stripe-sandbox.ts";

/**
 * The production CSP with Stripe's own hosts, which a sandbox answers for. No webhook reaches the server, so the
 * visitor's return alone has to activate the boost.
 */
const test = base.extend<object, { sandbox: Sandbox }>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of it
    async ({}, use) => {
      const sandbox = await startSandbox();
      await use(sandbox);
      await sandbox.stop();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ sandbox }, use) => {
      await use({
        TOWNPERK_STRIPE_API_URL: sandbox.url,
        TOWNPERK_STRIPE_SECRET_KEY: SECRET_KEY,
        TOWNPERK_STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
        TOWNPERK_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      });
    },
    { scope: "worker" },
  ],
});

test.beforeEach(({ context, sandbox }) => answerStripeHosts(context, sandbox));

function plain(shops: readonly Shop[], number: number): Shop {
  const shop = shops.at(-1 - number);
  if (!shop) throw new Error("the town has too few shops");
  return shop;
}

test("Stripe's hosts are allowed where people pay, and nowhere else", async ({
  page,
  request,
  directory: { shops },
}) => {
  const { slug, name } = plain(shops, 0);
  const policyOf = async (path: string) =>
    (await request.get(path)).headers()["content-security-policy"] ?? "";
  const paying = await policyOf(`/boost-profile/${slug}`);
  expect(paying).toContain("script-src 'self' https://js.stripe.com");
  expect(paying).toContain("frame-src 'self' https://js.stripe.com");
  expect(paying).toContain("connect-src 'self' https://api.stripe.com");
  const paths = ["/", `/coffee-shops/${slug}`, "/manage-subscription", "/boost-profile/nowhere-zz"];
  for (const path of paths) expect(await policyOf(path), path).not.toContain("stripe");

  // Both ways load a new document, because a page's CSP can't change without one.
  await page.goto(`/coffee-shops/${slug}`);
  await hydrated(page);
  const counter = countDocuments(page);
  await page.getByRole("link", { name: "Boost This Profile" }).hover();
  await page.getByRole("link", { name: "Boost This Profile" }).click();
  await expect(page.getByRole("button", { name: "Choose Monthly Boost" })).toBeEnabled();
  expect(counter.documents).toBe(1);
  await page
    .getByRole("navigation", { name: "Breadcrumb" })
    .getByRole("link", { name, exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  expect(counter.documents).toBe(2);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Choose Monthly Boost" })).toBeEnabled();
  await page.getByRole("banner").getByRole("link", { name: "Browse Cities" }).first().click();
  await page.waitForURL("**/cities");
  await hydrated(page);
  // From here on, pages change without a document load.
  const before = counter.documents;
  await page.getByRole("banner").getByRole("link", { name: "Coffee Shop Tips" }).first().click();
  await page.waitForURL("**/blog");
  expect(counter.documents).toBe(before);
});

test("a card that is declined is said, and another one pays", async ({
  page,
  complaints,
  directory: { shops },
}) => {
  complaints.tolerate(/status of 402/);
  const { slug } = plain(shops, 1);
  await openBoostPage(page, slug);
  await typePayer(page);
  await choose(page, "One-Time Boost");
  await typeCard(page, CARDS.declined);
  await payButton(page).click();
  await expect(page.getByText("Payment Failed")).toBeVisible();
  await expect(page.getByText("Your card was declined.").first()).toBeVisible();
  await expect(cardFrame(page).getByLabel("Card number")).not.toBeEmpty();
  await typeCard(page, CARDS.pays);
  await payButton(page).click();
  await expectBoosted(page, slug);
});

test("the bank asks, and its no is no payment", async ({ page, directory: { shops } }) => {
  const { slug } = plain(shops, 2);
  await openBoostPage(page, slug);
  await typePayer(page);
  await choose(page, "Monthly Boost");
  await typeCard(page, CARDS.asksHolder);
  const dialog = page.getByRole("dialog", { name: "Card authentication" });
  await payButton(page).click();
  await answerBank(dialog, "Fail authentication");
  await expect(page.getByText("Payment Failed")).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  await payButton(page).click();
  await answerBank(dialog, "Complete authentication");
  await expectBoosted(page, slug);
});

test("who comes back from the bank's page is thanked, also at a former address of the shop", async ({
  page,
  complaints,
  directory: { shops },
}) => {
  // No payment was started in this browser, so there is none to check.
  complaints.tolerate(/status of 404/);
  const { slug } = plain(shops, 3);
  await page.goto(
    `/Coffee-Shops/${slug}?payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded`,
  );
  await hydrated(page);
  await expect(page.getByText("Boost Activated!")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
});
