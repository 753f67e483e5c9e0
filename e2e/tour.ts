import { expect, type Locator, type Page, request } from "@playwright/test";
import type { Directory, Shop, Town } from "./directory.ts";
import { heading, listButton } from "./owners.ts";
import { hydrated } from "./pages.ts";

/** A newcomer's way through the demo: the screens of docs/tour.md, of which `make pictures` makes its pictures. */

/** A payer is a visitor who proves an address. */
export type Who = "visitor" | "payer" | "owner" | "administrator";

/** Where the tour leads in this demo. */
export interface Places extends Directory {
  /** The boosted shop of the owner whom "Owner" in the line above every page shows. */
  own: Shop;
  /** A shop in the same town that isn't boosted. */
  plain: Shop;
  /** To drive to: another town of the same state, such as "Hammond, LA". */
  far: string;
}

export interface Stop {
  /** Its pictures are docs/pictures/NAME-light.webp and, where the README shows it, NAME-dark.webp. */
  name: string;
  who: Who;
  /** An address, or how to get there. */
  open: string | ((page: Page, places: Places) => Promise<void>);
  /** What is there once the screen has its content. */
  shows: (page: Page, places: Places) => Locator[];
  /** What may be said to be missing, in words. */
  mayLack?: RegExp;
  /** The ID where the picture begins, if that isn't the top. */
  from?: string;
  isPhone?: boolean;
  isInReadme?: boolean;
}

/** Where the pictures are. */
export const FOLDER = new URL("../docs/pictures/", import.meta.url);
/** Of a picture, in bytes: the README has four, and docs/tour.md all of them. */
export const MOST = 80_000;

/** Somebody who has paid for each of two months. */
const SUBSCRIBER = "irene.castle@mail.example";

const main = (page: Page) => page.getByRole("main");
const tab = (page: Page, title: string) =>
  page.getByRole("heading", { level: 2, name: title, exact: true });
const titled = (page: Page, title: string) =>
  page.getByRole("heading", { level: 1, name: title, exact: true });
const seen = (page: Page, text: string | RegExp) =>
  main(page).getByText(text).filter({ visible: true });
const nameOf = ({ name, state }: { name: string; state: string }) => `${name}, ${state}`;

/** A page that the server renders: opened once React has it. */
const rendered = (address: (places: Places) => string) => async (page: Page, places: Places) => {
  await page.goto(address(places));
  await hydrated(page);
};

export const stops: readonly Stop[] = [
  {
    name: "home",
    who: "visitor",
    open: rendered(() => "/"),
    shows: (page) => [heading(page), page.locator("#featured")],
    isInReadme: true,
  },
  {
    name: "town",
    who: "visitor",
    open: rendered(({ town }) => `/cities/${town.slug}`),
    shows: (page, { town, shop }) => [
      titled(page, `Coffee Shops in ${nameOf(town)}`),
      main(page).getByRole("link", { name: shop.name }),
    ],
  },
  {
    name: "shop",
    who: "visitor",
    open: rendered(({ own }) => `/coffee-shops/${own.slug}`),
    shows: (page, { own }) => [titled(page, own.name), seen(page, "Featured")],
    isPhone: true,
    isInReadme: true,
  },
  {
    name: "trip",
    who: "visitor",
    open: rendered(
      ({ town, far }) =>
        `/trip?from=${encodeURIComponent(nameOf(town))}&to=${encodeURIComponent(far)}&detour=60`,
    ),
    shows: (page, { town, far }) => [
      titled(page, `Coffee from ${nameOf(town)} to ${far}`),
      page.getByRole("region", { name: /Coffee Shops?$/ }).getByRole("listitem"),
    ],
  },
  {
    name: "list-shop",
    who: "visitor",
    open: rendered(() => "/list-shop"),
    shows: (page) => [titled(page, "List Your Coffee Shop"), listButton(page)],
  },
  {
    name: "mails",
    who: "visitor",
    open: "/demo/mails",
    shows: (page) => [
      titled(page, "Mails"),
      page.getByRole("list", { name: "Mails" }).getByRole("listitem"),
    ],
  },
  {
    name: "boost",
    who: "visitor",
    open: rendered(({ plain }) => `/boost-profile/${plain.slug}`),
    shows: (page, { plain }) => [
      titled(page, `Boost ${plain.name}`),
      page.getByRole("button", { name: "Choose Monthly Boost" }),
    ],
  },
  {
    name: "receipt",
    who: "payer",
    open: (page) => openReceipts(page, SUBSCRIBER),
    shows: (page) => [
      titled(page, "Manage Subscription"),
      page.getByRole("article", { name: /^Monthly Boost, / }).getByText(/^Renews /),
    ],
  },
  {
    name: "your-shops",
    who: "owner",
    open: "/your-shop",
    shows: (page, { own }) => [
      titled(page, "Your coffee shops"),
      page.getByRole("region", { name: "Shops" }).getByRole("link", { name: own.name }),
    ],
  },
  {
    name: "your-shop",
    who: "owner",
    open: openYourShop,
    shows: (page, { own }) => [titled(page, own.name), page.locator("#boost")],
    // Of this shop alone: somebody else's shop has some.
    mayLack: /^Nothing pending\./,
    isInReadme: true,
  },
  {
    name: "your-results",
    who: "owner",
    open: openYourShop,
    shows: (page) => [page.locator("#figures").getByText("Views of your page").first()],
    mayLack: /^Nothing pending\./,
    from: "figures",
  },
  {
    name: "inbox",
    who: "administrator",
    open: openClaimInInbox,
    shows: (page) => [
      tab(page, "Inbox"),
      page.getByRole("article").getByRole("button", { name: "Approve", exact: true }),
    ],
    isInReadme: true,
  },
  {
    name: "claims",
    who: "administrator",
    open: "/admin/claims",
    shows: (page) => [tab(page, "Business Claims"), seen(page, /^2 people claim /)],
  },
  {
    name: "stories",
    who: "administrator",
    open: "/admin/local-vibes",
    shows: (page) => [
      tab(page, "Local Vibes"),
      seen(page, "Pending Review"),
      main(page).locator("[data-item]").getByRole("img"),
    ],
  },
  {
    name: "suggestions",
    who: "administrator",
    open: "/admin/suggestions",
    shows: (page) => [tab(page, "Suggestions"), main(page).getByRole("article")],
  },
  {
    name: "import-questions",
    who: "administrator",
    open: "/admin/import-questions",
    shows: (page) => [
      tab(page, "Import Questions"),
      main(page).locator("[data-item]").filter({ hasText: "Coffee Time" }),
    ],
  },
  {
    name: "chains",
    who: "administrator",
    open: "/admin/chains",
    shows: (page) => [
      tab(page, "Chains"),
      main(page).getByRole("article").filter({ hasText: "Second Cup" }),
    ],
    mayLack: /^No names yet\./,
  },
  {
    name: "imports",
    who: "administrator",
    open: "/admin/imports",
    shows: (page) => [tab(page, "Imports"), page.getByRole("heading", { name: /^Import 2: / })],
    from: "history-title",
  },
  {
    name: "expansion",
    who: "administrator",
    open: "/admin/expansion",
    shows: (page) => [
      tab(page, "Expansion"),
      page.getByRole("region", { name: "Runs" }).getByRole("article"),
    ],
    from: "metro-runs",
  },
  {
    name: "ai-texts",
    who: "administrator",
    open: openAiTexts,
    shows: (page) => [
      tab(page, "Content Enhancement"),
      page.getByRole("region", { name: "Texts waiting to be published" }).getByRole("listitem"),
    ],
    from: "past-runs",
  },
  {
    name: "shop-images",
    who: "administrator",
    open: "/admin/update-images",
    shows: (page) => [
      tab(page, "Shop Image Update"),
      page.getByRole("heading", { name: "Results", exact: true }),
      page.getByRole("region", { name: "Past runs" }).getByRole("listitem"),
    ],
    from: "results-title",
  },
  {
    name: "city-images",
    who: "administrator",
    open: openCityImages,
    shows: (page) => [
      tab(page, "City Images"),
      seen(page, /, 1 from Wikipedia/),
      seen(page, "Drawn for this demo"),
    ],
  },
  {
    name: "foursquare",
    who: "administrator",
    open: "/admin/foursquare-enhancement",
    shows: (page) => [
      tab(page, "Foursquare Enhancement"),
      page.getByRole("table", { name: "Enhancement history" }).locator("tbody tr"),
    ],
    from: "history-title",
  },
  {
    name: "analytics",
    who: "administrator",
    open: "/analytics",
    shows: (page) => [
      tab(page, "Analytics"),
      seen(page, "Total Page Views"),
      page.getByRole("heading", { name: "Most Viewed Shops", exact: true }),
    ],
  },
  {
    name: "newsletter",
    who: "administrator",
    open: "/admin/newsletter",
    shows: (page) => [
      tab(page, "Newsletter"),
      page.getByRole("table", { name: "Issues" }).locator("tbody tr"),
    ],
    mayLack: /^Nothing is new since the last issue/,
  },
  {
    name: "readers",
    who: "administrator",
    open: "/admin/newsletter/readers",
    shows: (page) => [
      tab(page, "Newsletter readers"),
      page.getByRole("table", { name: "Readers" }).locator("tbody tr"),
    ],
  },
  {
    name: "outbox",
    who: "administrator",
    open: "/admin/outbox",
    shows: (page) => [tab(page, "Outbox"), seen(page, "june.alder@mial.invalid")],
  },
  {
    name: "audit",
    who: "administrator",
    open: "/admin/audit",
    shows: (page) => [
      tab(page, "Audit Log"),
      page.getByRole("table", { name: "Entries" }).locator("tbody tr[data-row]"),
    ],
  },
  {
    name: "site",
    who: "administrator",
    open: "/admin/site",
    shows: (page) => [tab(page, "Site"), page.getByRole("button", { name: "Remove the demo" })],
    mayLack: /^Nothing has been changed by hand yet\./,
    from: "demo-title",
  },
];

async function openYourShop(page: Page, { own }: Places) {
  await page.goto(`/your-shop/${own.slug}`);
}

/** With the claim whose proof is strong. */
async function openClaimInInbox(page: Page) {
  await page.goto("/admin");
  const answer = await page.request.get("/api/admin/inbox");
  const { items }: { items: { kind: string; text: string }[] } = await answer.json();
  const claims = items.filter(({ kind }) => kind === "claim");
  const place = claims.findIndex(({ text }) => text.includes("strong proof"));
  const waiting = page.getByRole("list", { name: "Waiting" }).getByRole("button");
  await waiting.filter({ hasText: "Business claim" }).nth(place).click();
}

/** With the texts of the latest run, which wait. */
async function openAiTexts(page: Page) {
  await page.goto("/admin/content-enhancement");
  const runs = page.getByRole("region", { name: "Past runs" });
  await runs
    .getByRole("button", { name: /^Show shops/ })
    .first()
    .click();
}

/** The town whose image was found, below the searches. */
async function openCityImages(page: Page) {
  await page.goto("/admin/city-images?search=Natchitoches");
  await page.getByText("Past searches", { exact: true }).click();
}

/** Opens a stop in a browser that is its `who`, and fails unless it has its content. */
export async function openStop(page: Page, stop: Stop, places: Places) {
  if (typeof stop.open === "string") await page.goto(stop.open);
  else await stop.open(page, places);
  for (const locator of stop.shows(page, places)) await expect(locator.first()).toBeVisible();
  await expect(main(page).locator("[aria-busy=true]")).toHaveCount(0);
  await expect(main(page).locator(".failed")).toHaveCount(0);
  const lacks = await main(page).locator(".empty").allTextContents();
  expect(
    lacks.filter((text) => !stop.mayLack?.test(text)),
    "what is said to be missing",
  ).toEqual([]);
}

const DOORS: Record<Who, { button: string; first: RegExp }> = {
  visitor: { button: "Visitor", first: /:\d+\/$/ },
  payer: { button: "Visitor", first: /:\d+\/$/ },
  owner: { button: "Owner", first: /\/your-shop$/ },
  administrator: { button: "Administrator", first: /\/admin$/ },
};

/** Sees the demo as somebody else, by the line above every page. */
export async function enter(page: Page, who: Who) {
  const { button, first } = DOORS[who];
  await page.goto("/cities");
  await hydrated(page);
  const doors = page.getByRole("group", { name: "See it as" });
  await doors.getByRole("button", { name: button }).click();
  await expect(page).toHaveURL(first);
  await expect(heading(page)).toBeVisible();
}

/** What somebody pays for, with the code that is read in "Mails". */
export async function openReceipts(page: Page, address: string) {
  const known = await countCodes(page, address);
  await page.goto("/manage-subscription");
  await hydrated(page);
  await page.getByLabel("Email address").fill(address);
  await page.keyboard.press("Enter");
  await expect.poll(() => countCodes(page, address)).toBe(known + 1);
  await followMail(page, address, "/manage-subscription");
  await page.getByRole("button", { name: "Show my boosts" }).click();
}

/** Follows the link to `path` in the newest mail with a code to `address`, as "Mails" has it. */
export async function followMail(page: Page, address: string, path: string) {
  await page.goto("/demo/mails");
  const mail = page
    .getByRole("listitem")
    .filter({ hasText: `To ${address}` })
    .filter({ hasText: /\d{6} is your/ })
    .first();
  await mail.locator("summary").click();
  await mail.getByRole("button", { name: "Text" }).click();
  await mail.getByRole("link", { name: `${path}#token=` }).click();
}

/** How many codes were mailed to an address. */
async function countCodes(page: Page, address: string): Promise<number> {
  const answer = await page.request.get("/api/demo/mails");
  const { mails }: { mails: { to: string; subject: string }[] } = await answer.json();
  return mails.filter(({ to, subject }) => to === address && /^\d{6} /.test(subject)).length;
}

/** Learns from the server where the tour leads. */
export async function readPlaces(url: string, directory: Directory): Promise<Places> {
  const { town, shops } = directory;
  const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  try {
    const read = async <T>(path: string): Promise<T> => (await api.get(path)).json();
    const entered = await api.post("/api/demo/enter", { data: { as: "owner" } });
    expect(entered.status(), await entered.text()).toBe(200);
    const session = await read<{ shops: Shop[] }>("/api/session");
    const owned = await Promise.all(
      session.shops.map(({ slug }) =>
        read<Shop & { isBoosted: boolean }>(`/api/coffee-shops/${slug}`),
      ),
    );
    const own = owned.find(({ isBoosted }) => isBoosted);
    if (!own) throw new Error("the owner has no boosted shop");
    // Boosted shops come first.
    const plain = shops.findLast(({ slug }) => slug !== own.slug);
    if (!plain) throw new Error("the town has too few shops");
    const towns = await read<Town[]>("/api/cities/all");
    const [far] = towns
      .filter(({ slug, state }) => slug !== town.slug && state === town.state)
      .sort((one, other) => other.coffeeShopCount - one.coffeeShopCount);
    if (!far) throw new Error(`${town.state} has one town`);
    return { ...directory, own, plain, far: nameOf(far) };
  } finally {
    await api.dispose();
  }
}
