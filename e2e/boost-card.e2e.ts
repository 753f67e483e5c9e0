import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { cardFrame, expectBoosted, payButton, typeCard } from "./boosts.ts";
import { expect, test } from "./fixtures.ts";
import { mailsTo } from "./mailbox.ts";
import { hydrated } from "./pages.ts";
import { listOwnShop } from "./shop-people.ts";
import { CARDS } from "./stripe-sandbox.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("an owner boosts the shop from its screen on a phone, cancels, and takes that back", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/status of 409/);
  const shop = await listOwnShop(page, server, "Amber Cup");
  await page.goto(`/your-shop/${shop.slug}`);
  const card = page.getByRole("region", { name: "Boost" });
  await expect(card).toContainText("Amber Cup isn't boosted.");
  await card.getByRole("link", { name: "Boost this shop" }).click();
  await hydrated(page);
  // Whoever is signed in has already said who they are.
  await expect(page.getByLabel("Your name")).toHaveValue("Owner");
  await expect(page.getByLabel("Email address").first()).toHaveValue(shop.owner);
  await page.getByRole("button", { name: "Choose Monthly Boost" }).click();
  await expect(page.getByText("Chosen", { exact: true })).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  await expect(cardFrame(page).getByLabel("Card number")).toBeInViewport();
  await expectNoSidewaysScroll(page);

  // Another tab of the same browser pays for the same purchase.
  const second = await page.context().newPage();
  await second.goto(`/boost-profile/${shop.slug}`);
  await hydrated(second);
  await typeCard(page, CARDS.pays);
  await payButton(page).click();
  await expectBoosted(page, shop.slug);
  const refused = second.waitForResponse(/create-boost-subscription/);
  await second.getByRole("button", { name: "Choose Monthly Boost" }).click();
  expect((await refused).status()).toBe(409);
  await expect(payButton(second)).toHaveCount(0);
  await second.close();

  await page.goto(`/your-shop/${shop.slug}`);
  await expect(card).toContainText(/Boosted until .*, then renews for \$5\.00\./);
  await expect(card).toContainText(/views? of the page on its first day/);
  await expectAccessible(page);
  await card.getByRole("button", { name: /^Cancel the subscription/ }).click();
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(card).toContainText("It doesn't renew.");
  await card.getByRole("button", { name: /^Don't cancel/ }).click();
  await expect(card).toContainText("then renews for $5.00");
  const subjects = async () =>
    (await mailsTo(server.mails, shop.owner)).map(({ subject }) => subject);
  await expect
    .poll(subjects)
    .toEqual(
      expect.arrayContaining([
        "Your monthly boost for Amber Cup is canceled",
        "Your monthly boost for Amber Cup continues",
      ]),
    );
});
