import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import {
  cardFrame,
  choose,
  expectBoosted,
  openBoostPage,
  PAYER,
  payButton,
  typeCard,
  typePayer,
} from "./boosts.ts";
import type { Shop } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";
import { countDocuments, hydrated } from "./pages.ts";
import { CARDS } from "./stripe-sandbox.ts";

// Boosts against the demo's own sandbox, including its signed webhooks. The CSP is the production one except for its
// hosts; `boosts-policy.e2e.ts` covers those.
test.describe.configure({ mode: "serial" });

/** A shop without a boost, a different one for each test. */
function plain(shops: readonly Shop[], number: number): Shop {
  const shop = shops.at(-1 - number);
  if (!shop) throw new Error("the town has too few shops");
  return shop;
}

test("a monthly boost: details, plan, card, the shop's page with its mark", async ({
  page,
  directory: { shops },
}) => {
  const shop = plain(shops, 0);
  await page.goto(`/coffee-shops/${shop.slug}`);
  await hydrated(page);
  const counter = countDocuments(page);
  await page.getByRole("link", { name: "Boost This Profile" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Boost ${shop.name}`);
  expect(counter.documents, "the policy comes with a document of its own").toBe(1);
  await hydrated(page);
  await expect(page.getByText("This is a demonstration: nothing is charged")).toBeVisible();
  await expect(page.getByText("$5/mo")).toBeVisible();
  await expect(page.getByText("Best Value")).toBeVisible();
  await expect(page.getByText("Cancel anytime", { exact: true })).toBeVisible();
  await expect(page.getByText("$8 for 30 days")).toBeVisible();

  const told = page.waitForRequest((request) => request.url().endsWith("/api/analytics/track"));
  await typePayer(page);
  await page.getByLabel("Online store URL").fill("shop.bluedoor.example");
  await page.getByLabel("Store name").fill("Blue Door Beans");
  await choose(page, "Monthly Boost");
  const event = (await told).postDataJSON();
  expect(event.eventType).toBe("boost_plan_selected");
  expect(JSON.parse(event.metadata)).toEqual({
    plan_type: "subscription",
    plan_price: "5.00",
    ab_test: "pricing_comparison_v1",
  });

  await expect(page.getByText("Monthly total")).toBeVisible();
  await expect(page.getByText("$5.00", { exact: true }).first()).toBeVisible();
  await expect(payButton(page)).toHaveText("Start Boost - $5/month");
  await typeCard(page, CARDS.pays);
  await payButton(page).click();
  await expectBoosted(page, shop.slug);
});

test("a one-time boost by the keyboard alone", async ({ page, directory: { shops } }) => {
  const shop = plain(shops, 1);
  await openBoostPage(page, shop.slug);
  await page.getByLabel("Your name").focus();
  await page.keyboard.type("Jo Bean");
  await page.keyboard.press("Tab");
  await page.keyboard.type("once@bluedoor.example");
  await tabTo(page, "Choose One-Time Boost");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Payment", exact: true })).toBeFocused();
  await expect(cardFrame(page).getByLabel("Card number")).toBeVisible();
  await expect(payButton(page)).toHaveText("Start Boost - $8 for 30 days");
  await expect(page.getByText("$8.00", { exact: true }).first()).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  await page.keyboard.press("Tab");
  for (const text of ["4242424242424242", "1234", "123", "71301"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await tabTo(page, "Start Boost - $8 for 30 days");
  await page.keyboard.press("Enter");
  await expectBoosted(page, shop.slug);
});

test("what is missing is said, and the button waits", async ({ page, directory: { shops } }) => {
  const shop = plain(shops, 2);
  await openBoostPage(page, shop.slug);
  const plan = page.getByRole("button", { name: "Choose Monthly Boost" });
  await plan.click();
  await expect(page.getByText("Missing Information")).toBeVisible();
  await expect(
    page.getByText("Please provide your name and email address first.").first(),
  ).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await typePayer(page);
  await expect(page.getByLabel("Your name")).toHaveAttribute("aria-invalid", "false");
  await page.getByLabel("Online store URL").fill("not an address");
  await plan.click();
  await expect(page.getByLabel("Online store URL")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Online store URL")).toBeFocused();
  await expect(payButton(page)).toHaveCount(0);
  await page.getByLabel("Online store URL").fill("");
  await expect(page.getByLabel("Online store URL")).toHaveAttribute("aria-invalid", "false");
  await choose(page, "Monthly Boost");
  await page.getByLabel("Your name").fill("");
  await expect(payButton(page)).toBeDisabled();
  await page.getByLabel("Your name").fill("Jo Bean");
  await expect(payButton(page)).toBeEnabled();
  // Switching plans shows another form with another amount.
  await choose(page, "One-Time Boost");
  await expect(payButton(page)).toHaveText("Start Boost - $8 for 30 days");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("an address that changes has its own payment", async ({ page, directory: { shops } }) => {
  const shop = plain(shops, 3);
  await openBoostPage(page, shop.slug);
  await typePayer(page);
  await choose(page, "Monthly Boost");
  const again = page.waitForResponse((answer) =>
    answer.url().endsWith("/api/create-boost-subscription"),
  );
  await page.getByLabel("Email address").first().fill("other@bluedoor.example");
  await page.keyboard.press("Tab");
  const sent = (await again).request().postDataJSON();
  expect(sent.userEmail).toBe("other@bluedoor.example");
  await expect(payButton(page)).toBeEnabled();
  await typeCard(page, CARDS.pays);
  await payButton(page).click();
  await expectBoosted(page, shop.slug);
});

test("a shop with a monthly boost is offered no second one, and says until when it is boosted", async ({
  page,
  directory: { shops },
}) => {
  await page.goto(`/boost-profile/${plain(shops, 0).slug}`);
  await hydrated(page);
  await expect(page.getByText(/^Boosted until .*, then renews for \$5\.00\./)).toBeVisible();
  await expect(page.getByText(/already has a monthly boost/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Choose / })).toHaveCount(0);
  await expectAccessible(page);
});

test("a payer proves the address, sees the boost and cancels it", async ({
  page,
  server,
  complaints,
  directory: { shops },
}) => {
  complaints.tolerate(/status of 404/);
  const shop = plain(shops, 0);
  await page.goto("/manage-subscription");
  await hydrated(page);
  await page.getByRole("button", { name: "Check Subscriptions" }).click();
  await expect(page.getByText("Email Required")).toBeVisible();
  await page.getByLabel("Email address").fill(PAYER);
  await page.keyboard.press("Enter");
  await enterCode(page, server.mails, PAYER);

  await expect(
    page.getByRole("heading", { name: "You have 1 active subscription." }),
  ).toBeFocused();
  const receipt = page.getByRole("article", { name: `Monthly Boost, ${shop.name}` });
  await expect(receipt.getByText(/^Renews .* for \$5\.00$/)).toBeVisible();
  await expect(receipt.getByText("$5.00 per month")).toBeVisible();
  await expect(receipt.getByText(shop.address)).toBeVisible();
  await expect(receipt.getByText("Active", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await receipt.getByRole("button", { name: /^Cancel the subscription/ }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Are you sure you want to cancel this subscription?");
  await expect(question).not.toContainText("cannot be undone");
  await expect(question.getByRole("button", { name: "Keep it" })).toBeFocused();
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(question).toBeHidden();
  await receipt.getByRole("button", { name: /^Cancel the subscription/ }).click();
  await question.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByText("Subscription Cancelled")).toBeVisible();
  await expect(receipt.getByText(/^Ends /)).toBeVisible();
  await expect(receipt.getByText("Canceled", { exact: true })).toBeVisible();
  await receipt.getByRole("button", { name: /^Don't cancel/ }).click();
  await expect(receipt.getByText(/^Renews /)).toBeVisible();
  await expect(receipt.getByText("Active", { exact: true })).toBeVisible();
  await receipt.getByRole("button", { name: /^Cancel the subscription/ }).click();
  await question.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(receipt.getByText(/^Ends /)).toBeVisible();

  await page.getByRole("button", { name: "Check Different Email" }).click();
  await page.getByLabel("Email address").fill("nobody@bluedoor.example");
  await page.keyboard.press("Enter");
  await expect(page.getByText("If this address has paid for a boost")).toBeVisible();
  await expect(page.getByText("nobody@bluedoor.example")).toBeVisible();
});

test("cards and receipts are at the provider; where that is not set up, the list stays", async ({
  page,
  server,
  complaints,
  directory: { shops },
}) => {
  complaints.tolerate(/status of 40[49]/);
  await page.goto("/manage-subscription");
  await hydrated(page);
  await page.getByLabel("Email address").fill("once@bluedoor.example");
  await page.keyboard.press("Enter");
  // The link in the mail works like the code: it opens a page with a button.
  await expect(page.getByLabel("Code")).toBeVisible();
  const { text } = await mailWithCode(server.mails, "once@bluedoor.example");
  const link = /\/manage-subscription#token=\S+/.exec(text)?.[0] ?? "";
  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("button", { name: "Show my boosts" }).click();
  await expect(page.getByRole("heading", { name: "No active subscriptions found." })).toBeVisible();
  const receipt = page.getByRole("article", { name: `One-Time Boost, ${plain(shops, 1).name}` });
  await expect(receipt.getByText(/^\$8, active until /)).toBeVisible();
  await page.route("**/api/create-customer-portal-session", (route) =>
    route.fulfill({
      status: 409,
      json: { code: "conflict", message: "No configuration provided.", requestId: "x" },
    }),
  );
  const asked = page.waitForResponse((answer) => answer.url().endsWith("/get-subscription-info"));
  await page.getByRole("button", { name: "Cards and receipts" }).click();
  await asked;
  await expect(page.getByRole("alert").filter({ hasText: "Error" })).toHaveCount(0);
  await expect(receipt).toBeVisible();
  await page.unroute("**/api/create-customer-portal-session");
  await page.getByRole("button", { name: "Cards and receipts" }).click();
  await page.waitForURL("**/stripe-sandbox/portal/**");
});

test("a shop that there is not, and a provider that does not come", async ({
  page,
  complaints,
  directory: { shops },
}) => {
  await page.goto("/boost-profile/no-such-shop-zz");
  await expect(
    page.getByText("Coffee shop not found. Please check the URL and try again."),
  ).toBeVisible();
  complaints.tolerate(/ERR_FAILED/);
  await page.route("**/stripe-sandbox/v3/", (route) => route.abort());
  await page.goto(`/boost-profile/${plain(shops, 4).slug}`);
  await expect(
    page.getByText("Payment processing is currently unavailable. Please try again later."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Choose/ })).toHaveCount(0);
  await typePayer(page);
  await page.unroute("**/stripe-sandbox/v3/");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Choose Monthly Boost" })).toBeEnabled();
  await expect(page.getByLabel("Your name")).toHaveValue("Jo Bean");
});

/** Types the newest code mailed to an address. */
async function enterCode(page: Page, mails: string, address: string) {
  await expect(page.getByLabel("Code")).toBeVisible();
  const { subject } = await mailWithCode(mails, address);
  await page.getByLabel("Code").fill(subject.slice(0, 6));
  await page.getByRole("button", { name: "Show my boosts" }).click();
}

/** Receipts may have arrived after it. */
async function mailWithCode(mails: string, address: string) {
  let mail = await mailTo(mails, address);
  await expect
    .poll(async () => {
      mail = await mailTo(mails, address);
      return mail.subject;
    })
    .toMatch(/^\d{6} /);
  return mail;
}

async function tabTo(page: Page, name: string) {
  const target = page.getByRole("button", { name });
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached by Tab`);
}
