import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { codeIn, mailTo } from "./mailbox.ts";
import { expectShop, expectTown, hydrated } from "./pages.ts";

/**
 * Fails unless the focused element is visible, has a focus ring, and isn't behind the sticky bar (WCAG 2.4.7, 2.4.11).
 */
async function expectFocusSeen(page: Page) {
  const found = await page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return "nothing";
    const shown = focused.matches(".filter input") ? focused.closest(".filter") : focused;
    const style = getComputedStyle(shown ?? focused);
    const after = getComputedStyle(focused, "::after");
    const isMarked = [style, after].some(
      ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
    );
    if (!isMarked && focused.id !== "content")
      return `no mark on ${focused.outerHTML.slice(0, 80)}`;
    const { top, bottom } = focused.getBoundingClientRect();
    const bar = document.querySelector("header")?.getBoundingClientRect();
    const isInBar = focused.closest("header, aside, [popover], [href='#content']") !== null;
    if (!isInBar && bar && bottom <= bar.bottom) return `hidden: ${focused.outerHTML.slice(0, 80)}`;
    return top > innerHeight ? `below the screen: ${focused.outerHTML.slice(0, 80)}` : "seen";
  });
  expect(found).toBe("seen");
}

/** Presses Tab until the element with this role and name has focus; every stop on the way must be visible. */
async function tabTo(
  page: Page,
  role: "link" | "button" | "checkbox" | "textbox",
  name: string | RegExp,
) {
  const target = page.getByRole(role, { name, exact: typeof name === "string" }).first();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press("Tab");
    await expectFocusSeen(page);
    if (await target.evaluate((element) => element === document.activeElement)) return target;
  }
  throw new Error(`${role} ${name} is not reached by Tab`);
}

test("the first stop skips to the content, and the next one lies in it", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Search by City or Town" })).toBeFocused();
  await expect(page.locator("header").first()).toMatchAriaSnapshot(`
    - banner:
      - link "Townperk"
      - navigation "Main":
        - link "Browse Cities"
        - link "Coffee Shop Tips"
        - link "For Shop Owners"
        - link "List Your Shop"
  `);
});

test("a town is found by typing and arrow keys, and Escape closes the suggestions", async ({
  page,
  directory: { town },
}) => {
  await page.goto("/");
  await hydrated(page);
  const box = page.getByRole("combobox", { name: "Search by City or Town" });
  await box.focus();
  await page.keyboard.type(town.name.slice(0, 5));
  const list = page.getByRole("listbox", { name: "Suggestions:" });
  await expect(list).toBeVisible();
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("status").filter({ hasText: /suggestions?$/ })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toHaveAttribute("aria-expanded", "false");
  const option = page.getByRole("option", { name: `${town.name}, ${town.state}` });
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press("ArrowDown");
    if ((await option.getAttribute("aria-selected")) === "true") break;
  }
  await expect(option).toHaveAttribute("aria-selected", "true");
  const active = await box.getAttribute("aria-activedescendant");
  expect(await option.getAttribute("id")).toBe(active);
  await page.keyboard.press("Enter");
  await expectTown(page, town);
});

test("from a town to a shop and back, every stop seen", async ({
  page,
  directory: { town, shop },
}) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await tabTo(page, "link", shop.name);
  await page.keyboard.press("Enter");
  await expectShop(page, shop);
  // After navigation, focus starts at the content and the new title is announced.
  await expect(page.locator("#content")).toBeFocused();
  await expect(page.locator("#announcer")).toHaveText(new RegExp(`^${shop.name.slice(0, 5)}`));
  await tabTo(page, "link", `${town.name}, ${town.state}`);
  await page.keyboard.press("Enter");
  await expectTown(page, town);
});

test("a search is filtered with the space bar", async ({ page, directory: { town } }) => {
  await page.goto("/search");
  await hydrated(page);
  await page.getByRole("searchbox", { name: "Town, shop or ZIP code" }).focus();
  await page.keyboard.type(town.name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: /Coffee Shop/ })).toBeVisible();
  await tabTo(page, "checkbox", "WiFi");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/hasWifi=true/);
  await expect(page.getByRole("checkbox", { name: "WiFi" })).toBeChecked();
  await expect(page.getByRole("main").getByRole("search")).toMatchAriaSnapshot(`
    - search:
      - searchbox "Town, shop or ZIP code": ${town.name}
      - button "Search"
      - group "Filters":
        - checkbox "Open now"
        - checkbox "Featured"
        - checkbox "WiFi" [checked]
  `);
});

test("the side menu opens, closes on Escape and gives the focus back", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/terms");
  await hydrated(page);
  const opener = await tabTo(page, "button", "Menu");
  await page.keyboard.press("Enter");
  const menu = page.locator("#side-menu");
  await expect(menu).toBeVisible();
  await expect(menu).toMatchAriaSnapshot(`
    - button "Close menu"
    - navigation "Menu":
      - list:
        - listitem:
          - link "Browse Cities"
        - listitem:
          - link "Coffee Shop Tips"
        - listitem:
          - link "For Shop Owners"
        - listitem:
          - link "Passport"
      - link "List Your Shop"
  `);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, "link", "Browse Cities");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Browse Cities");
  await expect(menu).toBeHidden();
});

test("a coffee shop is listed and confirmed without a mouse", async ({ page, server }) => {
  const type = async (name: RegExp, text: string) => {
    await tabTo(page, "textbox", name);
    await page.keyboard.type(text);
  };
  const address = "keys@corner.example";
  await page.goto("/list-shop");
  await hydrated(page);
  await type(/^Name required/, "The Corner Key");
  await type(/^Address/, "9 Lee Street");
  await type(/^ZIP code/, "71301");
  await type(/^Owner name/, "Kay Board");
  await type(/^Owner email/, address);
  await tabTo(page, "button", "List Coffee Shop (Free)");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your listing is live" })).toBeVisible();
  await type(/^Code/, codeIn(await mailTo(server.mails, address)));
  await tabTo(page, "button", "Confirm");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
});
