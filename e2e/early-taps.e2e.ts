import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { holdCalls, hydrated } from "./pages.ts";

/** A phone with a weak connection: what is pressed before the app has arrived. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** 400 kbit/s, in bytes. */
const WEAK = 50_000;

/** Holds the app back until the returned function is called. The page's script that keeps presses isn't part of it. */
async function holdApp(page: Page): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 100,
    downloadThroughput: WEAK,
    uploadThroughput: WEAK,
  });
  const release = await holdCalls(page, /\/assets\/entry-.*\.js$/);
  return async () => {
    release();
    await hydrated(page);
    await browser.detach();
    await page.unrouteAll({ behavior: "wait" });
  };
}

/** Opens a page, and returns when it has just been painted. */
async function open(page: Page, address: string) {
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint").length > 0,
  );
}

/** Every control of the screen that needs the app and can be seen. */
function controlsOf(page: Page): Locator {
  return page
    .getByRole("main")
    .locator(":is(button[type=button]:not([popovertarget]), .filter input, select)")
    .filter({ visible: true });
}

async function press(control: Locator) {
  const kind = await control.evaluate(({ tagName }) => tagName);
  if (kind === "SELECT") await control.selectOption({ index: 1 });
  else await control.tap();
}

test("every control that is tapped before the app arrives does its work once, when it has", async ({
  page,
  complaints,
  directory: { town, shop },
}) => {
  test.slow();
  // More votes than one person casts at once.
  complaints.tolerate(/status of 429/);
  // Presses that reach the app, by their place on the page.
  await page.addInitScript(() => {
    const pressed: number[] = [];
    Object.assign(window, { pressed });
    const note = ({ target }: Event) => {
      const control = (target as Element).closest<HTMLElement>("[data-press]");
      if (control && "alive" in document.documentElement.dataset)
        pressed.push(Number(control.dataset.press));
    };
    addEventListener("click", note);
    addEventListener("change", note);
  });
  const addresses = [
    "/",
    `/cities/${town.slug}`,
    `/coffee-shops/${shop.slug}`,
    "/search?q=coffee",
    "/search",
  ];
  for (const address of addresses) {
    const arrive = await holdApp(page);
    await open(page, address);
    const controls = await controlsOf(page).all();
    for (const [index, control] of controls.entries()) {
      await control.evaluate((element: HTMLElement, number) => {
        element.dataset.press = String(number);
      }, index);
      await press(control);
      await expect(control, `${address}, control ${index}`).toHaveAttribute("aria-busy", "true");
    }
    await arrive();
    const pressed = () =>
      page.evaluate(() => (window as unknown as { pressed: number[] }).pressed.toSorted());
    // A checkbox is both clicked and changed.
    await expect.poll(async () => new Set(await pressed()).size, address).toBe(controls.length);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  }
});

test("a vote and a saved shop of before the app arrives count once", async ({
  page,
  directory: { shop },
}) => {
  const arrive = await holdApp(page);
  await open(page, `/coffee-shops/${shop.slug}`);
  const vote = page.getByRole("button", { name: /^Upvote / });
  const before = Number((await vote.textContent())?.replace(/\D/g, ""));
  // Who sees nothing happen presses again.
  for (let times = 0; times < 3; times += 1) await vote.tap();
  const save = page.getByRole("button", { name: "Save" });
  await save.tap();
  await save.tap();
  await arrive();
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await expect(vote).toContainText(String(before + 1));
});

test("filters chosen before the app arrives filter the list", async ({ page }) => {
  const arrive = await holdApp(page);
  await open(page, "/search?q=coffee");
  await page.getByRole("checkbox", { name: "Open now" }).check();
  await page.getByRole("combobox", { name: "State" }).selectOption("Louisiana");
  await arrive();
  await expect(page).toHaveURL("/search?q=coffee&openNow=true&state=LA");
  await expect(page.getByRole("checkbox", { name: "Open now" })).toBeChecked();
  await expect(page.getByRole("combobox", { name: "State" })).toHaveValue("LA");
});

test("text typed before the app arrives is searched for", async ({ page, directory: { town } }) => {
  const arrive = await holdApp(page);
  await open(page, "/");
  const box = page.getByRole("combobox", { name: "Search by City or Town" });
  await box.tap();
  await box.pressSequentially(town.name);
  await arrive();
  await expect(box).toHaveValue(town.name);
  await expect(page.getByText(/^\d suggestions?$/)).toHaveCount(1);
  await box.press("Enter");
  await expect(page).toHaveURL(/\/cities\//);
});

test("a link pressed before the app arrives is followed, even if its page arrives later", async ({
  page,
}) => {
  const answer = await holdCalls(page, /\/search\?q=kettle/);
  const arrive = await holdApp(page);
  // A page that is being left can't be asked.
  await page.addInitScript(() => {
    new MutationObserver(() => console.info("alive")).observe(document, {
      attributeFilter: ["data-alive"],
      subtree: true,
    });
  });
  const alive = page.waitForEvent("console", (message) => message.text() === "alive");
  await open(page, "/search");
  await page.getByRole("link", { name: "kettle", exact: true }).click({ noWaitAfter: true });
  // The app starts while the browser is on its way.
  const arrived = arrive();
  await alive;
  answer();
  await arrived;
  await expect(page).toHaveURL(/q=kettle/);
  await expect(page.getByRole("heading", { name: /^\d+ Coffee Shops?$/ })).toBeVisible();
});
