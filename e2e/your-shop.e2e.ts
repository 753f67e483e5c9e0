import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";

const OWNER = "owner@blue-door.example";

/** Signs in with the code that is mailed. */
async function signIn(page: Page, mails: string) {
  await page.getByRole("textbox", { name: /email/i }).fill(OWNER);
  await page.getByRole("button", { name: /code/i }).click();
  const { text } = await mailTo(mails, OWNER);
  const code = /\b(\d{3}) ?(\d{3})\b/.exec(text)?.slice(1).join("") ?? "";
  await page.getByRole("textbox", { name: /code/i }).fill(code);
}

test.use({ viewport: { width: 390, height: 844 } });

test("a shop's people keep its page true on a phone, and tell the town's story", async ({
  page,
  server,
}) => {
  const listed = await page.request.post(`${server.url}/api/coffee-shops`, {
    headers: { origin: server.url },
    data: {
      name: "Blue Door",
      address: "126 Main Street",
      zipCode: "71301",
      ownerName: "Owner",
      ownerEmail: OWNER,
      afterMillis: 8000,
    },
  });
  expect(listed.status()).toBe(201);
  const { id, slug } = (await listed.json()) as { id: string; slug: string };
  const { text } = await mailTo(server.mails, OWNER);
  const code = /\b(\d{3}) ?(\d{3})\b/.exec(text)?.slice(1).join("") ?? "";
  const confirmed = await page.request.post(`${server.url}/api/listings/${id}/confirm`, {
    headers: { origin: server.url },
    data: { code },
  });
  expect(confirmed.ok()).toBe(true);

  await page.context().clearCookies();
  await page.goto(`/your-shop/${slug}`);
  await signIn(page, server.mails);
  await expect(page.getByRole("heading", { level: 1, name: "Blue Door" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /things? (is|are) missing/ })).toBeVisible();

  await page.getByRole("button", { name: "Edit phone and website" }).click();
  await page.getByRole("textbox", { name: /Phone/ }).fill("318 555 0142");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Visitors see it now.")).toBeVisible();
  await expect(page.locator("#contact")).toContainText("(318) 555-0142");
  const shop = await page.request.get(`${server.url}/api/coffee-shops/${slug}`);
  expect(await shop.json()).toMatchObject({ phone: "(318) 555-0142" });

  await page.getByRole("button", { name: "Edit special days" }).click();
  await page.getByRole("button", { name: /^Christmas Day/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#special-days")).toContainText(/December 25, \d{4}: closed/);

  await page.getByRole("button", { name: "Undo the change of Phone" }).click();
  await expect(page.locator("#contact")).toContainText("No phone number yet.");

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Edit phone and website" }).click();
  await page.getByRole("textbox", { name: /Phone/ }).fill("318 555 0143");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.locator("#contact")).toContainText("(318) 555-0143");

  await page.goto(`/coffee-shops/${slug}`);
  await expect(page.getByRole("heading", { name: "Share Your Town's Story" })).toBeVisible();
  await page.getByRole("textbox", { name: /special/ }).fill("The river, and who sits by it.");
  await page.getByRole("button", { name: "Submit Story" }).click();
  await expect(page.getByText("Story Submitted")).toBeVisible();
  await expect(page.getByText("Under review by our team")).toBeVisible();
  await page.reload();
  await expect(
    page.getByText("Your local story is under review and will be published once approved."),
  ).toBeVisible();
});

test("a visitor's page of a shop asks for nothing that its people need", async ({
  page,
  directory,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(`/coffee-shops/${directory.shops[0]?.slug}`);
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((address) => address.includes("people-panel"))).toEqual([]);
});
