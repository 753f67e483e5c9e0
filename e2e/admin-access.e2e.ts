import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { appCode } from "./app-codes.ts";
import { expect, test } from "./fixtures.ts";
import { expectScreen, expectShown, WIDTHS } from "./owners.ts";
import type { Server } from "./server.ts";

const PASSWORD = "a-long-enough-password";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

/** Everybody's last confirmation was long ago. */
const LONG_AGO = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=30)
database.execute("UPDATE sessions SET confirmed_at = '2020-01-01T00:00:00.000000+00:00' WHERE kind = 'admin'")
database.commit()
`;

async function forgetConfirmations({ database }: Server) {
  await promisify(execFile)("python3", ["-c", LONG_AGO, database]);
}

/** Adds an administrator on the console; returns the password. */
async function added(server: Server, name: string): Promise<string> {
  const said = await server.townperk("admin", "add", name);
  return said.match(/password (\S+)/)?.[1] ?? "";
}

// The tests of a file share a server, and with an app the shared password opens no more.
test.afterEach(async ({ server }) => {
  for (const name of ["Ann Lee", "Bob"])
    await server.townperk("admin", "remove", name).catch(() => undefined);
});

const field = (page: Page, label: RegExp) => page.getByLabel(label);

async function enter(page: Page, name: string, password: string) {
  await page.goto("/admin-login");
  await field(page, /^Name/).fill(name);
  await field(page, /^Password/).fill(password);
  await page.getByRole("button", { name: "Access Dashboard" }).click();
}

/** Sets up an app on the account's page, where `look` examines each step; returns its key and the recovery codes. */
async function setUpApp(page: Page, look?: (page: Page) => Promise<void>) {
  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await expect(page.getByRole("img", { name: "QR code of the key" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await look?.(page);
  const key =
    (await page
      .getByText(/^Key: /)
      .locator("code")
      .textContent()) ?? "";
  await field(page, /^Code/).fill("000 000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("This isn't the app's code at the moment.")).toBeVisible();
  await field(page, /^Code/).fill(appCode(key));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Keep these recovery codes" })).toBeFocused();
  await look?.(page);
  const codes = page.getByRole("listitem").filter({ hasText: /^\w{4}(-\w{4}){3}$/ });
  await expect(codes).toHaveCount(10);
  const recovery = await codes.allInnerTexts();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  return { key, recovery };
}

for (const width of WIDTHS) {
  test(`a named administrator is added and guards their access with an app, ${width} px wide`, async ({
    page,
    complaints,
  }) => {
    complaints.tolerate(/status of 40[01]/);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/admin-login");
    await field(page, /^Password/).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin$/);
    await page.getByRole("link", { name: "Protect your access" }).click();
    await expect(page).toHaveURL(/\/admin\/account$/);
    await expectShown(page, "Admin Dashboard");
    await expect(page.getByText("One shared password opens this panel")).toBeVisible();
    await field(page, /^Name/).fill("x");
    await page.getByRole("button", { name: "Add administrator" }).click();
    await expect(page.getByText("Enter a name of 2 to 60 characters.")).toBeVisible();
    await field(page, /^Name/).fill("Ann Lee");
    await page.getByRole("button", { name: "Add administrator" }).click();
    await expect(page.getByRole("heading", { name: "Ann Lee was added" })).toBeFocused();
    const shown = page.getByText(/^Give them this password/).locator("code");
    const made = (await shown.textContent()) ?? "";
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/$/);

    await enter(page, " ann  LEE", made);
    await expect(page).toHaveURL(/\/admin$/);
    const { key } = await setUpApp(page, expectAccessible);
    await expect(page.getByText("so it can't be removed here")).toBeVisible();
    // From its top: the bar covers what was scrolled to.
    await page.reload();
    await expect(page.getByText("so it can't be removed here")).toBeVisible();
    await expectScreen(page, "Admin Dashboard");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/$/);

    await enter(page, "", PASSWORD);
    await expect(
      page.getByText("The shared password alone no longer opens the panel.").first(),
    ).toBeVisible();
    await enter(page, "Ann Lee", made);
    const code = field(page, /^Code/);
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expectScreen(page, "Admin login");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(field(page, /^Name/)).toHaveValue("Ann Lee");
    await expect(field(page, /^Password/)).toHaveValue(made);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Access Dashboard" }).click();
    // The code that turned the app on was used.
    const next = appCode(key, 1);
    await code.fill(`${next.slice(0, 3)} ${next.slice(3)}`);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto("/admin/audit");
    await expect(page.getByRole("cell", { name: "Ann Lee" }).first()).toBeVisible();
  });
}

test("who has lost the phone comes in with a recovery code, once", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/status of 40[01]/);
  const made = await added(server, "Ann Lee");
  await enter(page, "Ann Lee", made);
  await expect(page).toHaveURL(/\/admin$/);
  const { recovery } = await setUpApp(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  const useRecoveryCode = async () => {
    await enter(page, "Ann Lee", made);
    await page.getByRole("button", { name: "use a recovery code" }).click();
    await field(page, /^Recovery code/).fill(recovery[0] ?? "");
    await page.getByRole("button", { name: "Access Dashboard" }).click();
  };
  await useRecoveryCode();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/admin/account");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await useRecoveryCode();
  await expect(page.getByText("This code is wrong, or was used already.")).toBeVisible();
  const said = await server.townperk("admin", "reset", "ann lee");
  await enter(page, "Ann Lee", said.match(/password (\S+)/)?.[1] ?? "");
  await expect(page).toHaveURL(/\/admin$/);
});

test("looking at a person and exporting them asks for the password again, and a removed administrator is out", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/status of 40[01]/);
  const made = await added(server, "Bob");
  await enter(page, "Bob", made);
  await expect(page).toHaveURL(/\/admin$/);
  const email = "reader@mail.example";
  await page.request.post("/api/newsletter/subscribe", { data: { email } });
  await forgetConfirmations(server);
  await page.goto(`/admin/person#${email}`);
  const dialog = page.getByRole("dialog", { name: "Please confirm that it’s you" });
  await expect(dialog).toBeVisible();
  const button = page.getByRole("button", { name: "Download as JSON" });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Please confirm that it's you.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await dialog.getByLabel(/^Password/).fill(made);
  await page.keyboard.press("Enter");
  await expect(button).toBeVisible();
  await forgetConfirmations(server);
  const download = page.waitForEvent("download");
  await button.click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel(/^Password/).fill("not that one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This isn't the password.")).toBeVisible();
  await dialog.getByLabel(/^Password/).fill(made);
  await page.keyboard.press("Enter");
  await download;
  await expect(dialog).toBeHidden();

  await page.goto("/admin/account");
  await expect(page.getByRole("heading", { name: "Bob" })).toBeVisible();
  await field(page, /^Current password/).fill(made);
  await field(page, /^New password/).fill("Password2026!");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("It is among the passwords that are tried first.")).toBeVisible();
  await expect(field(page, /^Current password/)).toHaveValue(made);

  await server.townperk("admin", "remove", "BOB");
  await page.reload();
  await expect(page).toHaveURL(/\/admin-login$/);
});
