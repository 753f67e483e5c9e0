import { expect, type Locator, type Page } from "@playwright/test";
import type { Shop, Town } from "./directory.ts";

/** Fails unless the town's page is shown, with its heading and title. */
export async function expectTown(page: Page, town: Town) {
  const heading = `Coffee Shops in ${town.name}, ${town.state}`;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page).toHaveTitle(new RegExp(`^${escapePattern(heading)} \\| `));
}

/** Fails unless the shop's page is shown, with its heading and title. */
export async function expectShop(page: Page, shop: Shop) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.name);
  await expect(page).toHaveTitle(new RegExp(`^${escapePattern(shop.name)}`));
}

export function townLink(page: Page, town: Town) {
  return page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(`^${escapePattern(`${town.name}, ${town.state}`)}`) })
    .first();
}

export function shopLink(page: Page, shop: Shop) {
  return page.getByRole("main").getByRole("link", { name: shop.name }).first();
}

/** Waits until React has hydrated the page including its screen: the app then marks the document (`useAlive`). */
export async function hydrated(page: Page) {
  await page.waitForFunction(() => document.documentElement.dataset.alive !== undefined);
}

/** Holds back the calls to `address` until the returned function is called. */
export async function holdCalls(page: Page, address: string | RegExp) {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Counts the documents that the browser requests from the server from now on. */
export function countDocuments(page: Page) {
  const counter = { documents: 0 };
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      counter.documents += 1;
  });
  return counter;
}

function escapePattern(text: string) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * Answers the bank's question in its dialog. The button is pressed after the call has returned: the frame closes with
 * the answer, and Chromium then may never confirm a click or a key.
 */
export async function answerBank(dialog: Locator, answer: string) {
  const frame = await (await dialog.locator("iframe").elementHandle())?.contentFrame();
  await frame?.waitForLoadState();
  const button = frame?.getByRole("button", { name: answer });
  await button?.evaluate((element: HTMLElement) => {
    setTimeout(() => element.click());
  });
}
