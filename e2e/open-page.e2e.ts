import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { expectShop, expectTown, hydrated, shopLink } from "./pages.ts";

// A page that stays open: what happens over time and when the visitor navigates away.

/** Records every heading that the page shows from now on, however briefly. */
async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      for (const heading of document.querySelectorAll("h1")) seen.add(heading.textContent ?? "");
    };
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    look();
    Object.assign(window, { seenHeadings: seen });
  });
  return () =>
    page.evaluate(() => [...(window as unknown as { seenHeadings: Set<string> }).seenHeadings]);
}

for (const [away, time] of [
  ["six minutes", "06:00"],
  ["two hours", "02:00:00"],
] as const) {
  test(`Back after ${away} never shows the town as missing`, async ({
    page,
    directory: { town, shop },
  }) => {
    await page.clock.install();
    await page.goto(`/cities/${town.slug}`);
    await hydrated(page);
    const headings = await recordHeadings(page);
    await shopLink(page, shop).click();
    await expectShop(page, shop);
    await page.clock.fastForward(time);
    await page.goBack();
    await expectTown(page, town);
    const title = `Coffee Shops in ${town.name}, ${town.state}`;
    const seen = await headings();
    expect(seen).toContain(title);
    expect(seen.filter((text) => text !== title && text !== shop.name)).toEqual([]);
  });
}

test("“Open until” is replaced when the shop has closed since", async ({
  page,
  directory: { town },
}) => {
  // The same responses except for their timestamp.
  let label = "Open until 9 PM";
  await page.route("**/api/cities/*/coffee-shops*", async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    const openState = { state: label.startsWith("Open") ? "open" : "closed", label };
    for (const item of list.items) item.openState = openState;
    await route.fulfill({ response: answer, json: list });
  });
  await page.clock.install();
  await page.goto("/privacy");
  await hydrated(page);
  await page.evaluate((address) => {
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
  }, `/cities/${town.slug}`);
  await expectTown(page, town);
  const card = page.locator("#shop-list .shop-card").first();
  await expect(card.locator(".open-state").first()).toHaveText("Open until 9 PM");
  label = "Closed · opens 7 AM";
  // A jump, in which what the page then asks for keeps its own time.
  await page.clock.fastForward("06:00");
  await expect(card.locator(".open-state").first()).toHaveText("Closed · opens 7 AM");
  await expect(page.getByText("Open until 9 PM")).toHaveCount(0);
});

test("the search form stays while results load", async ({ page }) => {
  await page.goto("/search?q=coffee");
  await hydrated(page);
  const box = page.getByRole("searchbox", { name: "Town, shop or ZIP code" });
  await box.evaluate((element) => Object.assign(element, { isTheSame: true }));
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  let asked = 0;
  await page.route("**/api/search?*", async (route) => {
    asked += 1;
    await answered;
    await route.continue();
  });
  await box.fill("kettle");
  await box.press("Enter");
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(page.locator("html")).toHaveAttribute("data-busy", "");
  // Longer than the delay before a new page shows placeholders.
  await page.waitForTimeout(1500);
  await expect(box).toBeVisible();
  await expect(box).toHaveValue("kettle");
  await expect(page.locator(".skeleton")).toHaveCount(0);
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/“kettle”/);
  expect(await box.evaluate((element) => "isTheSame" in element)).toBe(true);
});

test("a 404 that arrives as an empty shell stays the 404 page", async ({
  page,
  server,
  complaints,
  directory: { town },
}) => {
  complaints.tolerate(/404/);
  // What the server sends when rendering fails: the shell of another screen, marked as 404. The town exists by now, so
  // only the mark can keep the browser from showing it.
  const shell = await (await fetch(`${server.url}/admin`)).text();
  const state = /(<script[^>]*id="page-state"[^>]*>)(.*?)(<\/script>)/s;
  const { outcome, ...rest } = JSON.parse(state.exec(shell)?.[2] ?? "{}");
  expect(outcome).toMatchObject({ status: 200, shell: true });
  const missing = JSON.stringify({ ...rest, outcome: { status: 404, kind: "city", shell: true } });
  const body = shell.replace(state, (_, start, __, end) => start + missing + end);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route(`${server.url}/cities/${town.slug}`, async (route) => {
    const answer = await route.fetch({ url: `${server.url}/admin` });
    await route.fulfill({ response: answer, status: 404, body });
  });
  await page.goto(`/cities/${town.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("City Not Found");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("City Not Found");
  expect(asked).not.toContain(`/api/cities/${town.slug}`);
  // From here on it behaves like any other site.
  await page.getByRole("link", { name: "Browse All Cities" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("City Not Found");
});

test("a page change is announced once", async ({ page, directory: { town, shop } }) => {
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await page.evaluate(() => {
    const said: string[] = [];
    const announcer = document.getElementById("announcer");
    if (!announcer) throw new Error("there is no announcer");
    new MutationObserver(() => said.push(announcer.textContent ?? "")).observe(announcer, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(window, { said });
  });
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said);
  await shopLink(page, shop).click();
  await expectShop(page, shop);
  await expect.poll(said).toEqual([await page.title()]);
  // Refetched data redraws the page, but isn't a new page.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  const stories = await page.title();
  await page.goBack();
  await expectTown(page, town);
  await expect.poll(said).toEqual([stories, await page.title()]);
});
