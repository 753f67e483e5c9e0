import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { codeIn, mailsTo, mailTo } from "./mailbox.ts";
import type { Server } from "./server.ts";

/** Phone and desktop width. */
export const WIDTHS = [390, 1280];

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Fails unless the screen has this heading and fits its width. Where axe looks at the same screen elsewhere, that is enough. */
export async function expectShown(page: Page, title: string) {
  await expect(heading(page)).toHaveText(title);
  // React sets it a moment after the content.
  await expect(page).toHaveTitle(/./);
  await expectNoSidewaysScroll(page);
}

/** Fails unless the screen has this heading, fits its width and passes axe. */
export async function expectScreen(page: Page, title: string) {
  await expectShown(page, title);
  await expectAccessible(page);
}

/** Verifies an address at `/sign-in` with the mailed code. */
export async function signIn(page: Page, server: Server, address: string) {
  // Other forms mail codes, too, and one may still be on its way.
  const words = "/sign-in#token=";
  const before = await mailsTo(server.mails, address);
  const known = before.filter(({ text }) => text.includes(words)).length;
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText(address)).toBeVisible();
  const mail = await mailTo(server.mails, address, known, words);
  await page.getByLabel(/^Code/).fill(codeIn(mail));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(heading(page)).toHaveText("Your coffee shops");
}

/** The fields that a listing needs. */
export interface Typed {
  name: string;
  address: string;
  zipCode: string;
  ownerName: string;
  ownerEmail: string;
}

export async function fillListing(page: Page, typed: Typed) {
  await page.getByLabel(/^Name required/).fill(typed.name);
  await page.getByLabel(/^Address/).fill(typed.address);
  await page.getByLabel(/^ZIP code/).fill(typed.zipCode);
  await page.getByLabel(/^Owner name/).fill(typed.ownerName);
  await page.getByLabel(/^Owner email/).fill(typed.ownerEmail);
}

export const listButton = (page: Page) =>
  page.getByRole("button", { name: "List Coffee Shop (Free)" });
