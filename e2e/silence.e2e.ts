import type { Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { test as base, expect } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";
import { expectShop, expectTown, hydrated } from "./pages.ts";
import { keptOffline, openShop, toggle } from "./passport.ts";
import { type SilentLine, startLine } from "./silent-line.ts";

// A server that neither answers nor fails: everything comes back after its limit, with words and a control that works. The page's
// clock is moved on, so that nothing waits for as long.

const test = base.extend<{ line: SilentLine }>({
  line: async ({ server }, use) => {
    const line = await startLine(server.url);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});

/** The router's, of a page that couldn't be loaded. */
const LOGGED = /no answer in time/;

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

/** Waits until the page has asked, and then for as long as it does itself. */
async function sitOut(page: Page, asked: Promise<unknown>) {
  await asked;
  await page.clock.fastForward("00:08");
}

test("a town says that it couldn't be loaded, and comes with Try again", async ({
  page,
  line,
  complaints,
  directory: { town },
}) => {
  complaints.tolerate(LOGGED);
  await page.clock.install();
  await page.goto("/privacy");
  await hydrated(page);
  line.fallSilent();
  await page.evaluate((address) => {
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
  }, `/cities/${town.slug}`);
  await expect(page).toHaveTitle("Loading…");
  await page.clock.fastForward("00:08");
  await expect(heading(page)).toHaveText("This page couldn't be loaded.");
  await expectAccessible(page);
  line.speak();
  await tryAgain(page).click();
  await expectTown(page, town);
});

test("a search says so, too", async ({ page, line, complaints }) => {
  complaints.tolerate(LOGGED);
  await page.clock.install();
  await page.goto("/search?q=coffee");
  await hydrated(page);
  const box = page.getByRole("searchbox", { name: "Town, shop or ZIP code" });
  await box.fill("kettle");
  line.fallSilent();
  const asked = page.waitForRequest(/\/api\/search\?/);
  await box.press("Enter");
  await sitOut(page, asked);
  await expect(heading(page)).toHaveText("This page couldn't be loaded.");
  line.speak();
  await tryAgain(page).click();
  await expect(heading(page)).toHaveText(/“kettle”/);
});

test("a vote says that it may have been counted, and the next one tells", async ({
  page,
  line,
  complaints,
  directory: { shop },
}) => {
  // Unless the browser gave it up before it left, the first one counted.
  complaints.tolerate(/status of 429/);
  await page.clock.install();
  await openShop(page, shop.slug);
  const button = page
    .getByRole("main")
    .getByRole("button", { name: `Upvote ${shop.name}` })
    .first();
  // Its code is loaded with the first press.
  line.fallSilent();
  const code = page.waitForRequest(/cast-vote/);
  const loaded = page.waitForResponse(/cast-vote/);
  await button.click();
  await sitOut(page, code);
  await expect(page.getByText("Upvote failed")).toBeVisible();
  await expect(button).toBeEnabled();
  line.speak();
  await (await loaded).finished();

  line.fallSilent();
  const vote = page.waitForRequest(/\/upvote$/);
  await button.click();
  await sitOut(page, vote);
  await expect(page.getByText("No answer from the server")).toBeVisible();
  await expect(page.getByText("Your vote may have been counted.")).toBeVisible();
  await expect(button).toBeEnabled();
  line.speak();
  await button.click();
  await expect(page.getByText(/Thanks for the upvote|Already voted recently/)).toBeVisible();
});

test("the newsletter says what to wait for, and keeps the address", async ({
  page,
  line,
  server,
  complaints,
}) => {
  // Unless the browser gave it up before it left, the first sign-up sent the mail.
  complaints.tolerate(/status of 429/);
  await page.clock.install();
  await page.goto("/");
  await hydrated(page);
  const box = page.getByLabel("Email address");
  const button = page.getByRole("button", { name: "Subscribe", exact: true });
  await box.fill("quiet@home.example");
  line.fallSilent();
  const code = page.waitForRequest(/assets\/subscribe/);
  const loaded = page.waitForResponse(/assets\/subscribe/);
  await button.click();
  await sitOut(page, code);
  await expect(page.getByText("Subscription failed")).toBeVisible();
  await expect(button).toBeEnabled();
  line.speak();
  await (await loaded).finished();

  line.fallSilent();
  const signUp = page.waitForRequest(/\/api\/newsletter\/subscribe$/);
  await button.click();
  await sitOut(page, signUp);
  await expect(page.getByText("No answer from the server")).toBeVisible();
  await expect(page.locator("#newsletter-note")).toHaveText(
    /If no mail comes within a few minutes/,
  );
  await expect(box).toHaveValue("quiet@home.example");
  line.speak();
  await button.click();
  const told = page.getByText(/Successfully subscribed!|was entered within the last day/);
  await expect(told.first()).toBeVisible();
  await mailTo(server.mails, "quiet@home.example");
});

test("a question about the location that is left open is no answer after 15 seconds", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Geolocation.prototype.getCurrentPosition = () => undefined;
  });
  await page.clock.install();
  await page.goto("/search?q=coffee");
  await hydrated(page);
  const button = page.getByRole("main").getByRole("button", { name: /my location|Looking/ });
  await button.press("Enter");
  await expect(button).toHaveText("Looking...");
  await page.clock.fastForward("00:15");
  await expect(page.getByRole("alert")).toContainText("Please type a town or ZIP code.");
  await expect(button).toHaveText("Use my location");
});

test("a saved shop's kept page takes the place of a silent server and of a proxy's 502", async ({
  page,
  line,
  complaints,
  directory: { shops },
}) => {
  complaints.tolerate(/502|ERR_(EMPTY_RESPONSE|CONNECTION|ABORTED)|Failed to fetch/);
  const [shop, other] = shops;
  if (!shop || !other) throw new Error("the town has too few shops");
  const kept = page.getByText("We can't tell whether the shop is open now.");
  await openShop(page, shop.slug);
  await toggle(page, "Save").click();
  await keptOffline(page, 1);

  line.loseServer();
  await page.goto(`/coffee-shops/${shop.slug}`);
  await expectShop(page, shop);
  await expect(kept).toBeVisible();
  const answer = await page.goto(`/coffee-shops/${other.slug}`);
  expect(answer?.status()).toBe(502);

  line.speak();
  await page.goto(`/coffee-shops/${shop.slug}`);
  await expectShop(page, shop);
  await expect(kept).toBeHidden();
  // The worker has no clock that could be moved on.
  line.fallSilent();
  // What isn't kept, such as photos, never comes.
  await page.goto(`/coffee-shops/${shop.slug}`, { waitUntil: "commit" });
  await expectShop(page, shop);
  await expect(kept).toBeVisible();
});
