import { expect, type Page } from "@playwright/test";
import { hydrated } from "./pages.ts";

export const main = (page: Page) => page.getByRole("main");
export const toggle = (page: Page, name: "Save" | "Been here") =>
  main(page).getByRole("button", { name, exact: true });
export const title = (page: Page) => page.getByRole("heading", { level: 1 });
export const list = (page: Page, name: "Saved" | "Been to") =>
  page.getByRole("region", { name: new RegExp(`^${name} \\(`) });

export async function openShop(page: Page, slug: string) {
  await page.goto(`/coffee-shops/${slug}`);
  await hydrated(page);
}

export async function openPassport(page: Page, fragment = "") {
  await page.goto(`/passport${fragment}`);
  await hydrated(page);
}

/** Waits until the service worker controls both parts of the site and has cached this many pages. */
export async function keptOffline(page: Page, pages: number) {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations();
        const active = registrations.filter((found) => found.active?.state === "activated");
        const kept = await (await caches.open("passport-pages")).keys();
        return [
          active
            .map(({ scope }) => new URL(scope).pathname)
            .sort()
            .join(),
          kept.length,
        ];
      }),
    )
    .toEqual(["/coffee-shops/,/passport", pages]);
}
