import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

/** The steps of paying for a boost, as a visitor takes them. */
export const PAYER = "jo@bluedoor.example";

export async function openBoostPage(page: Page, slug: string) {
  await page.goto(`/boost-profile/${slug}`);
  await hydrated(page);
  await expect(page.getByRole("button", { name: "Choose Monthly Boost" })).toBeEnabled();
}

export async function typePayer(page: Page, email = PAYER) {
  await page.getByLabel("Your name").fill("Jo Bean");
  await page.getByLabel("Email address").first().fill(email);
}

/** Chooses a plan and waits for Stripe's form. */
export async function choose(page: Page, plan: "Monthly Boost" | "One-Time Boost") {
  await page.getByRole("button", { name: `Choose ${plan}` }).click();
  await expect(cardFrame(page).getByLabel("Card number")).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
}

export const cardFrame = (page: Page) =>
  page.frameLocator('iframe[title="Secure payment input frame"]');

export const payButton = (page: Page): Locator =>
  page.getByRole("button", { name: /^Start Boost/ });

export async function typeCard(page: Page, number: string) {
  const frame = cardFrame(page);
  await frame.getByLabel("Card number").fill(number);
  await frame.getByLabel("Expiration date").fill("12 / 34");
  await frame.getByLabel("Security code").fill("123");
  await frame.getByLabel("ZIP code").fill("71301");
}

/** Expects the message, then reloads the shop's page and expects the boost badge. */
export async function expectBoosted(page: Page, slug: string) {
  await expect(page.getByText("Boost Activated!")).toBeVisible();
  await page.waitForURL(`**/coffee-shops/${slug}`);
  await hydrated(page);
  await expect(page.getByRole("main").getByText("Featured").first()).toBeVisible();
}
