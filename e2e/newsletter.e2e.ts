import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { hydrated } from "./pages.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Fails unless the screen has this heading, is `noindex` and fits its width. */
async function expectShown(page: Page, title: string) {
  await expect(heading(page)).toHaveText(title);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expectNoSidewaysScroll(page);
}

/** The same, and that axe finds nothing there. */
async function expectScreen(page: Page, title: string) {
  await expectShown(page, title);
  await expectAccessible(page);
}

test("a reader signs up, confirms by a button, chooses a town and leaves", async ({
  page,
  server,
  directory: { town },
}) => {
  const address = "ann@home.example";
  await page.goto("/#newsletter");
  await hydrated(page);
  const field = page.getByRole("textbox", { name: "Email address" });

  await field.fill(address);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText("Successfully subscribed!")).toBeVisible();
  await expect(
    page.getByText(
      `One more step: press the button in the mail that we have just sent to ${address}.`,
    ),
  ).toBeVisible();
  await expect(field).toHaveValue("");

  const mail = await mailTo(server.mails, address);
  await page.goto(linkIn(mail, "/newsletter/confirm"));
  await expectScreen(page, "Confirm your subscription");
  await page.getByRole("button", { name: "Yes, subscribe me" }).click();
  await expectScreen(page, "You are subscribed");

  await page.getByRole("link", { name: "Choose your towns" }).click();
  await expectScreen(page, "Your newsletter");
  await page.getByLabel("Find a town").fill(`${town.name}, ${town.state}`);
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByLabel(`${town.name}, ${town.state}`, { exact: true }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel(`${town.name}, ${town.state}`, { exact: true })).toBeChecked();
  await expectScreen(page, "Your newsletter");

  await page.goto(linkIn(mail, "/newsletter/unsubscribe"));
  await expectScreen(page, "Unsubscribe");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expectScreen(page, "You are unsubscribed");
});

test("links that do not work say so", async ({ page }) => {
  await page.goto("/newsletter/confirm?token=0123456789abcdef");
  await expectShown(page, "This link does not work");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, colorScheme: "dark" });

  test("the pages behind a mail's links are plain forms", async ({
    page,
    request,
    server,
    directory: { town },
  }) => {
    const address = "bob@home.example";
    await request.post("/api/newsletter/subscribe", { data: { email: address } });
    const mail = await mailTo(server.mails, address);
    await page.goto(linkIn(mail, "/newsletter/confirm"));
    const label = `${town.name}, ${town.state}`;
    await page.getByLabel("Find a town").fill(label);
    await page.getByLabel("Find a town").press("Enter");
    await expect(heading(page)).toHaveText("Confirm your subscription");
    await page.getByLabel(label, { exact: true }).check();
    await page.getByRole("button", { name: "Yes, subscribe me" }).click();
    await expect(heading(page)).toHaveText("You are subscribed");
    await page.getByRole("link", { name: "Choose your towns" }).click();
    await expect(page.getByLabel(label, { exact: true })).toBeChecked();
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(heading(page)).toHaveText("You are unsubscribed");
  });
});
