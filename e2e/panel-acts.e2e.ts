import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import type { Shop } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";
import { signIn } from "./owners.ts";
import { addWaitingStories } from "./waiting.ts";

const PASSWORD = "a password for the acts";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

async function claim(page: Page, url: string, { slug }: Shop, ownerEmail: string) {
  const sent = await page.request.post(`/api/coffee-shops/${slug}/claim`, {
    data: {
      ownerName: "Ann Owner",
      ownerEmail,
      businessRole: "Owner",
      verificationMethod: "email",
      ownerDescription: "We roast on Tuesdays.",
    },
    headers: { origin: url },
  });
  expect(sent.status()).toBe(201);
}

async function unclaimed(url: string, shops: readonly Shop[]): Promise<Shop> {
  for (const shop of shops) {
    const answer = await fetch(`${url}/api/coffee-shops/${shop.slug}`);
    const { ownerId, permanentlyClosed } = await answer.json();
    if (!ownerId && !permanentlyClosed) return shop;
  }
  throw new Error("every shop has an owner");
}

test("of two claims to one shop, one is rejected and one approved in the panel, and a mail is sent again", async ({
  page,
  server,
  directory: { shops },
}) => {
  const shop = await unclaimed(server.url, shops);
  for (const address of ["bob@mail.example", "ann@mail.example"])
    await claim(page, server.url, shop, address);
  // A claim is approved once its address is confirmed.
  for (const address of ["ann@mail.example", "bob@mail.example"]) {
    await page.context().clearCookies();
    await signIn(page, server, address);
    await page.goto("/your-shop");
    await page.getByRole("button", { name: `That was me ${shop.name}` }).click();
    await expect(page.getByText("Sent; we'll review it within 2-3 business days")).toBeVisible();
  }
  await page.request.post("/api/admin/login", { data: { password: PASSWORD } });

  // The inbox shows them beside each other.
  await page.goto("/admin?kind=claim");
  const mine = page.getByRole("region", { name: "This claim" });
  await expect(mine).toContainText("bob@mail.example");
  await expect(page.getByRole("region", { name: "Another claim" })).toContainText(
    "ann@mail.example",
  );
  await expectAccessible(page);
  await page.keyboard.press("r");
  await page.getByRole("button", { name: /^Someone else has shown/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }).click();
  await expect(toast(page, /^Rejected: /)).toBeVisible();

  // What waits for its half minute is sent at once.
  await page.goto("/admin/outbox?state=waiting");
  await page.getByRole("button", { name: "Send again to bob@mail.example" }).first().click();
  const mail = await mailTo(server.mails, "bob@mail.example", 0, "Someone else has shown");
  expect(mail.text).toContain(shop.name);

  await page.goto("/admin/claims");
  const card = page.getByRole("listitem").filter({ hasText: "ann@mail.example" });
  await card.getByRole("button", { name: /^Approve/ }).click();
  await expect(toast(page, "Claim Approved")).toBeVisible();
  const { ownerId } = await (await fetch(`${server.url}/api/coffee-shops/${shop.slug}`)).json();
  expect(ownerId).toBeTruthy();
});

test("a shop is boosted for nothing until a day, and that is taken back", async ({
  page,
  server,
  directory: { shops },
}) => {
  const plain = async (slug: string) =>
    (await fetch(`${server.url}/api/coffee-shops/${slug}`)).json();
  const all = await Promise.all(shops.map(({ slug }) => plain(slug)));
  const shop = all.find((one) => !one.isBoosted && !one.permanentlyClosed);
  await page.goto(`/admin/coffee-shops/${shop.id}`);
  await page.getByLabel("Boosted", { exact: true }).check();
  await page
    .getByLabel(/^Boosted until/)
    .fill(new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  expect(await plain(shop.slug)).toMatchObject({ isBoosted: true });
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(toast(page, /^Undone/)).toBeVisible();
  expect(await plain(shop.slug)).toMatchObject({ isBoosted: false });
});

for (const width of [390, 1280]) {
  test(`a story is approved, taken down with a reason, and told in the audit log, ${width} px wide`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    expect(await addWaitingStories(server, 1)).toBe(1);
    await page.goto("/admin/local-vibes?status=pending");
    await page.getByRole("button", { name: /^Approve/ }).click();
    await expect(toast(page, "Story approved")).toBeVisible();
    await page.goto("/admin/local-vibes?status=approved");
    await page
      .getByRole("button", { name: /^Take down/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^It reads like an advertisement/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Take down", exact: true }).click();
    await expect(toast(page, "Story taken down")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(toast(page, /^Undone/)).toBeVisible();

    await page.goto("/admin/audit");
    await page.getByLabel("What").selectOption({ label: "Story taken down" });
    await expect(page).toHaveURL(/action=story\.take_down/);
    await expect(page.getByRole("rowheader", { name: /^Story taken down/ }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}
