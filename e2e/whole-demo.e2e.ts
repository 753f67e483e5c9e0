import { readFile, stat } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { choose, expectBoosted, openBoostPage, payButton, typeCard, typePayer } from "./boosts.ts";
import { expect, test } from "./fixtures.ts";
import { fillListing, heading, listButton, WIDTHS } from "./owners.ts";
import { hydrated } from "./pages.ts";
import { CARDS } from "./stripe-sandbox.ts";
import {
  enter,
  FOLDER,
  followMail,
  MOST,
  openReceipts,
  openStop,
  type Places,
  readPlaces,
  stops,
  type Who,
} from "./tour.ts";

// One demo from its start to "Remove the demo": what a test decides is gone for the next ones.
test.use({ demo: "everything" });
test.describe.configure({ mode: "serial" });

const LISTED = {
  name: "The Quiet Kettle",
  address: "126 Main Street",
  zipCode: "71301",
  ownerName: "Jo Doe",
  ownerEmail: "jo@kettle.example",
};

let places: Places;
test.beforeAll(async ({ server, directory }) => {
  places = await readPlaces(server.url, directory);
});

test("the console's links lead to both owners and the administrator, and the line above to a visitor", async ({
  page,
  server,
  complaints,
}) => {
  // Whoever was the administrator asks for the panel as a visitor.
  complaints.tolerate(/status of 401/);
  const links = await server.townperk("demo", "links");
  const linkOf = (words: string) => {
    const path = new RegExp(`${words}: https?://[^/]+(/\\S+)`).exec(links)?.[1];
    if (!path) throw new Error(`no link ${words} in:\n${links}`);
    return path;
  };
  const shops = new Set<string>();
  for (const words of ["as an owner of a boosted shop", "as an owner since yesterday"]) {
    await page.goto(linkOf(words));
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(heading(page)).toHaveText("Your coffee shops");
    const own = page.getByRole("region", { name: "Shops" }).getByRole("listitem").first();
    await expect(own).toContainText("You own this listing.");
    shops.add((await own.getByRole("link").textContent()) ?? "");
  }
  expect(shops.size).toBe(2);

  await page.goto(linkOf("as the administrator"));
  await page.getByRole("main").getByRole("button", { name: "Access Dashboard" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("list", { name: "Waiting" })).toBeVisible();

  await enter(page, "visitor");
  await page.goto("/admin");
  await expect(page.getByLabel(/^Password/)).toBeVisible();
});

for (const width of WIDTHS)
  for (const who of ["visitor", "payer", "owner", "administrator"] satisfies Who[])
    test(`each screen of the tour has content and is accessible: ${who}, ${width} px wide`, async ({
      page,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await enter(page, who);
      for (const stop of stops.filter((one) => one.who === who))
        await test.step(stop.name, async () => {
          await openStop(page, stop, places);
          await expectNoSidewaysScroll(page);
          // Scripts are blocked in a mail's frame, so axe can't inspect its contents.
          await page.locator("iframe[sandbox]").evaluateAll((frames) => {
            for (const frame of frames) frame.remove();
          });
          // The panel's bar covers what has been scrolled below it.
          await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
          await expectAccessibleInBothModes(page);
        });
    });

test("docs/tour.md shows each stop, and the README those that it names", async () => {
  const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), "utf8");
  const shown = async (file: string, picture: RegExp) =>
    [...(await read(file)).matchAll(picture)].map(([, name]) => name ?? "").sort();
  const names = stops.map(({ name }) => name).sort();
  expect(await shown("docs/tour.md", /\(pictures\/(\S+)-light\.webp\)/g)).toEqual(names);
  const chosen = stops.filter(({ isInReadme }) => isInReadme).map(({ name }) => name);
  for (const mode of ["light", "dark"])
    expect(
      await shown("README.md", new RegExp(`"docs/pictures/(\\S+)-${mode}\\.webp"`, "g")),
    ).toEqual(chosen.sort());

  const pictures = [
    ...names.map((name) => `${name}-light.webp`),
    ...chosen.map((name) => `${name}-dark.webp`),
  ];
  for (const picture of pictures) {
    const { size } = await stat(new URL(picture, FOLDER));
    expect(size, picture).toBeLessThanOrEqual(MOST);
  }
});

test("a visitor lists a shop, confirms it by Mails, boosts it with a test card and sees the receipt", async ({
  page,
}) => {
  test.slow();
  await page.goto("/list-shop");
  await hydrated(page);
  await fillListing(page, LISTED);
  await listButton(page).click();
  await expect(heading(page)).toHaveText(LISTED.name);
  const slug = /\/coffee-shops\/([^/?]+)/.exec(page.url())?.[1] ?? "";
  await followMail(page, LISTED.ownerEmail, "/confirm-listing");
  await expect(heading(page)).toHaveText("Confirm your listing");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(heading(page)).toHaveText("Your address is confirmed");

  await enter(page, "visitor");
  const payer = "sam@kettle.example";
  await openBoostPage(page, slug);
  await typePayer(page, payer);
  await choose(page, "One-Time Boost");
  await typeCard(page, CARDS.pays);
  await payButton(page).click();
  await expectBoosted(page, slug);
  await openReceipts(page, payer);
  const receipt = page.getByRole("article", { name: `One-Time Boost, ${LISTED.name}` });
  await expect(receipt.getByText(/^\$8, active until /)).toBeVisible();
  await page.getByRole("button", { name: "Cards and receipts" }).click();
  await page.waitForURL("**/stripe-sandbox/portal/**");
  await expect(page.getByRole("heading", { name: "Receipts" })).toBeVisible();
  await expect(page.getByText("$8.00 paid")).toBeVisible();
});

/** One of each kind, in an order in which none settles another. */
const DECISIONS: { kind: string; words?: string; press: string; done: string }[] = [
  { kind: "claim", words: "strong proof", press: "Approve", done: "Approved" },
  { kind: "story", press: "Approve", done: "Approved" },
  { kind: "suggestion", press: "Apply it", done: "Applied" },
  { kind: "visitors_doubt", press: "Mark as checked", done: "Marked as checked" },
  { kind: "closed_reports", press: "It's closed", done: "Marked as closed" },
  { kind: "takedown_page", press: "Unpublish the page", done: "Unpublished" },
  { kind: "listing", press: "Keep it", done: "Kept" },
  { kind: "import", words: "Coffee Time", press: "Leave out", done: "Left out" },
  { kind: "mail", press: "Dismiss", done: "Dismissed" },
];

interface Waiting {
  id: string;
  kind: string;
  title: string;
  text: string;
  shopSlug: string | null;
}

async function inbox(page: Page): Promise<Waiting[]> {
  return (await (await page.request.get("/api/admin/inbox")).json()).items;
}

const toast = (page: Page, text: RegExp) => page.getByRole("status").filter({ hasText: text });
const statusOf = async (page: Page, { shopSlug }: Waiting) =>
  (await page.request.get(`/api/coffee-shops/${shopSlug}`)).status();

/** Opens the oldest item of a kind that has these words. */
async function openItem(page: Page, kind: string, words = "") {
  const found = (await inbox(page)).find(
    (one) => one.kind === kind && `${one.title}\n${one.text}`.includes(words),
  );
  if (!found) throw new Error(`nothing of the kind ${kind} waits`);
  const search = words === "" ? "" : `&search=${encodeURIComponent(words)}`;
  await page.goto(`/admin?kind=${kind}${search}`);
  await page.getByRole("list", { name: "Waiting" }).getByRole("button").first().click();
  const item = page.getByRole("article");
  await expect(item.getByRole("heading", { level: 3 }).first()).toHaveText(found.title);
  return { found, press: (name: string) => item.getByRole("button", { name, exact: true }) };
}

test("one thing of each kind is decided in the inbox", async ({ page }) => {
  test.slow();
  await enter(page, "administrator");
  for (const { kind, words, press, done } of DECISIONS)
    await test.step(kind, async () => {
      const item = await openItem(page, kind, words);
      await item.press(press).click();
      await expect(toast(page, new RegExp(`^${done}: `))).toBeVisible();
      expect((await inbox(page)).map(({ id }) => id)).not.toContain(item.found.id);
      if (kind === "takedown_page") expect(await statusOf(page, item.found)).toBe(404);
    });
});

test("a chain is removed, and is back after undo", async ({ page }) => {
  await enter(page, "administrator");
  const { found, press } = await openItem(page, "chain_report");
  await press("Remove it").click();
  await expect(toast(page, /^Removed: /)).toBeVisible();
  expect(await statusOf(page, found)).toBe(404);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(/^Undone: Removed: /).first()).toBeVisible();
  expect(await statusOf(page, found)).toBe(200);
  await expect(press("Remove it")).toBeVisible();
});

test("a payment that has to be looked at says what to do, and waits until it is done", async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/status of 409/);
  await enter(page, "administrator");
  const { found, press } = await openItem(page, "boost_payment", "doesn't match its order");
  await press("Ask Stripe again").click();
  await expect(
    page.getByText("The payment hasn't changed. Refund it in Stripe's dashboard first.").first(),
  ).toBeVisible();
  await expect(press("Ask Stripe again")).toBeVisible();
  expect((await inbox(page)).map(({ id }) => id)).toContain(found.id);
});

test("one press removes the demo, says what went, and keeps what a visitor listed", async ({
  page,
}) => {
  await enter(page, "administrator");
  await page.goto("/admin/site");
  await page.getByRole("button", { name: "Remove the demo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove the demo" }).click();
  const said = page.getByText(/^Removed: .*\. 1 town, 0 articles and 1 coffee shop stay\.$/);
  await expect(said).toBeVisible();
  await expect(said).toContainText(/[1-9]\d* invented coffee shops/);
  await expect(said).toContainText(/[1-9]\d* towns/);
  // The shop that stays has a claim.
  const waiting = (await inbox(page)).map(({ title }) => title);
  expect(waiting.filter((title) => !title.includes(LISTED.name))).toEqual([]);
  const home = await (await page.request.get("/")).text();
  expect(home).not.toContain("This is a demo");
  expect(home).toContain(LISTED.name);
});
