import type { Browser } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { codeIn, linkIn, mailTo } from "./mailbox.ts";
import type { Server } from "./server.ts";
import { listOwnShop, type OwnShop } from "./shop-people.ts";

/** Makes the person who listed the shop its owner, as the administrator does on the command line. */
async function approveClaim(server: Server, { name }: OwnShop) {
  const list = await server.townperk("admin", "claims", "list");
  const id = new RegExp(`^(\\S+) {2}Pending {2}${name}`, "m").exec(list)?.[1] ?? "";
  await server.townperk("admin", "claims", "approve", id);
}

/** Opens the link in the transfer mail to `address`, and confirms with the code that its button sends. */
async function confirmHandOver(
  browser: Browser,
  server: Server,
  { name, address, other }: { name: string; address: string; other: string },
) {
  const mail = await mailTo(server.mails, address, 0, "/confirm-hand-over#token=");
  expect(mail.text).toContain(name);
  expect(mail.text).toContain(other);
  const page = await (await browser.newContext()).newPage();
  await page.goto(server.url + linkIn(mail, "/confirm-hand-over"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`The transfer of ${name}`);
  await expect(page.getByText(other)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send me a code to confirm" }).click();
  const code = codeIn(await mailTo(server.mails, address, 1, "/confirm-hand-over#token="));
  await page.getByLabel(/^Code/).fill(code);
  await page.getByRole("button", { name: "Confirm the transfer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /You have confirmed|Transfer complete/,
  );
  await page.context().close();
}

test("an owner hands the shop over, when both have confirmed", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  // The previous owner can't view it any more.
  complaints.tolerate(/403 \(Forbidden\)/);
  const shop = await listOwnShop(page, server, "Old Hands");
  await approveClaim(server, shop);
  const next = "next@new-owner.example";
  await page.goto(`/your-shop/${shop.slug}`);
  await page.getByRole("button", { name: "Transfer to someone else" }).click();
  await page.getByRole("textbox", { name: /Name of the new owner/ }).fill("New Owner");
  await page.getByRole("textbox", { name: /Email address of the new owner/ }).fill(next);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send both emails" }).click();
  await expect(page.getByRole("button", { name: "Send both emails" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(`The transfer to ${next} is waiting for both of you`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel the transfer" })).toBeVisible();
  const { name, owner } = shop;
  await confirmHandOver(browser, server, { name, address: owner, other: next });
  await confirmHandOver(browser, server, { name, address: next, other: owner });
  await page.reload();
  await expect(page.getByText("This coffee shop isn't yours")).toBeVisible();
});

test("an owner sees where they are signed in, and leaves the shop", async ({ page, server }) => {
  const shop = await listOwnShop(page, server, "Last Call");
  await approveClaim(server, shop);
  await page.goto(`/your-shop/${shop.slug}`);
  await page.getByRole("link", { name: "Where you are signed in, and signing out" }).click();
  await expect(page.getByText("This browser")).toBeVisible();

  await page.goto(`/your-shop/${shop.slug}`);
  await page.getByRole("link", { name: "Ask us to remove the page or a photo" }).click();
  await expect(page).toHaveURL(/\/contact/);
  await expect(page.locator("#take-down-title")).toBeVisible();

  await page.goto(`/your-shop/${shop.slug}`);
  await page.getByRole("button", { name: "Leave this shop" }).click();
  await expect(page.getByRole("alertdialog", { name: "Leave Last Call?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Leave the shop" }).click();
  await expect(page.getByText("You've left")).toBeVisible();
  await page.goto(`/coffee-shops/${shop.slug}`);
  await expect(page.getByRole("link", { name: "Claim This Business" }).first()).toBeVisible();
});
