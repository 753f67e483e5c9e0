import type { Locator } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { mailsTo, mailTo } from "./mailbox.ts";
import { hydrated } from "./pages.ts";

/** As a password manager fills in a field that people don't see. */
const fillTrap = (form: Locator) =>
  form.locator('input[name="leftEmpty"]').evaluate((input: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "Jo");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

test("the newsletter tells nobody of a mail that isn't sent", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/status of 4(00|29)/);
  const address = "eve@home.example";
  await page.goto("/#newsletter");
  await hydrated(page);
  const form = page.locator("form").filter({ has: page.locator("#newsletter-email") });
  const field = form.getByRole("textbox", { name: "Email address" });
  const note = form.locator("#newsletter-note");
  await fillTrap(form);
  await field.fill(address);
  await form.getByRole("button", { name: "Subscribe" }).click();
  await expect(note).toContainText("Nothing was sent yet.");
  await expect(field).toHaveValue(address);
  await expectAccessible(page);
  expect(await mailsTo(server.mails, address)).toHaveLength(0);
  await form.getByRole("button", { name: "Send it anyway" }).click();
  await expect(note).toContainText(`that we have just sent to ${address}`);
  await mailTo(server.mails, address);

  for (const again of [address, address.toUpperCase()]) {
    await field.fill(again);
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expect(note).toContainText("try again in 24 hours");
    await expect(note).not.toContainText("just sent");
    await field.clear();
  }
  expect(await mailsTo(server.mails, address)).toHaveLength(1);
});

test("a suggestion that a program filled in can be sent anyway", async ({
  page,
  complaints,
  directory: { shops },
}) => {
  complaints.tolerate(/status of 400/);
  const shop = shops.at(-1);
  await page.goto(`/suggest-edit/${shop?.slug}?kind=hours`);
  await hydrated(page);
  const form = page.getByRole("form", { name: `Hours for ${shop?.name}` });
  await form.getByRole("textbox", { name: /^Note/ }).fill("Closed on Mondays.");
  await fillTrap(form);
  await form.getByRole("button", { name: "Send Hours" }).click();
  await expect(form.getByText(/^Nothing was sent yet\./)).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Send it anyway" }).click();
  await expect(page.getByRole("heading", { name: "We've got it" })).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a sign-up that a program filled in can be sent anyway", async ({
    page,
    server,
    complaints,
  }) => {
    complaints.tolerate(/status of 400/);
    const address = "finn@home.example";
    await page.route("**/newsletter/subscribe", (route) => {
      const typed = route.request().postData() ?? "";
      return route.continue({ postData: typed.replace("leftEmpty=", "leftEmpty=Jo") });
    });
    await page.goto("/#newsletter");
    await page.getByRole("textbox", { name: "Email address" }).fill(address);
    await page.getByRole("button", { name: "Subscribe" }).click();
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("Subscription failed");
    await expect(page.getByText(/^Nothing was sent yet\./)).toBeVisible();
    await page.getByRole("button", { name: "Send it anyway" }).click();
    await expect(heading).toHaveText("One more step");
    await mailTo(server.mails, address);
  });
});
