import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { countsOf, readCounts } from "./counts.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";
import type { Server } from "./server.ts";

const ADDRESS = "203.0.113.77";
const DEVICE = "Unusual-Phone-4711";
// The tests wait for counts to be written.
test.setTimeout(90_000);
// The default user agent reveals automation, so its events wouldn't count.
test.use({
  settings: { TOWNPERK_TRUSTED_PROXIES: "127.0.0.1" },
  extraHTTPHeaders: { "x-forwarded-for": ADDRESS },
  userAgent: `Mozilla/5.0 (Linux; Android 16; ${DEVICE}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36`,
});

interface Shop {
  id: string;
  slug: string;
  phone: string | null;
  website: string | null;
  latitude: number | null;
}

/** Waits until exactly these events are stored for `subject`: counts are written every five seconds. */
const expectCounts = (server: Server, subject: string, lines: readonly string[]) =>
  expect.poll(() => countsOf(server, subject), { timeout: 30_000 }).toEqual(lines);

async function read<T>(server: Server, path: string): Promise<T> {
  return (await fetch(server.url + path)).json() as Promise<T>;
}

/**
 * The complete shops of the directory's largest town. Each test takes different ones, because they may share a server.
 */
const wholeShops = (server: Server, slug: string) =>
  read<Shop[]>(server, `/api/cities/${slug}/coffee-shops`);

/** Answers requests to all other hosts, which the tests must not visit. */
async function stayHome(page: Page, server: Server) {
  const visited: string[] = [];
  await page.context().route(
    (url) => !url.href.startsWith(server.url),
    async (route) => {
      visited.push(route.request().url());
      await route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" });
    },
  );
  return visited;
}

test("views of a town, a shop and an article arrive, each once", async ({
  page,
  server,
  directory: { town, article },
}) => {
  const { id: townId } = await read<{ id: string }>(server, `/api/cities/${town.slug}`);
  const { id: articleId } = await read<{ id: string }>(
    server,
    `/api/blog/articles/${article.slug}`,
  );
  const [shop] = await wholeShops(server, town.slug);
  if (!shop) throw new Error("the town has no shops");
  // The address changes before the page is drawn, so only the response shows that the view was sent.
  const told = () => page.waitForResponse((answer) => answer.url().endsWith("/track"));
  const after = (act: Promise<unknown>) => Promise.all([told(), act]);
  await after(page.goto(`/cities/${town.slug}`));
  await hydrated(page);
  await after(
    page.getByRole("main").locator(`a[href="/coffee-shops/${shop.slug}"]`).first().click(),
  );
  await expect(page).toHaveURL(`/coffee-shops/${shop.slug}`);
  await after(page.reload());
  await after(page.goto(`/blog/${article.slug}`));

  await expectCounts(server, townId, ["page_view city 1"]);
  await expectCounts(server, shop.id, ["page_view shop 2"]);
  await expectCounts(server, articleId, ["page_view article 1"]);
});

test("clicks on website, phone and directions arrive, although the page is left with them", async ({
  page,
  server,
  directory: { town },
}) => {
  const shops = (await wholeShops(server, town.slug)).slice(1);
  const shop = shops.find(({ phone, website, latitude }) => phone && website && latitude !== null);
  if (!shop) throw new Error("no shop has phone, website and place");
  const visited = await stayHome(page, server);
  // The view is sent once the page is hydrated, so no click may come before that.
  const open = async () => {
    const told = page.waitForResponse((answer) => answer.url().endsWith("/track"));
    await page.goto(`/coffee-shops/${shop.slug}`);
    await told;
  };
  const contact = page.getByRole("region", { name: "Contact & Hours" });

  await open();
  await contact.getByRole("link", { name: new URL(shop.website ?? "").hostname }).click();
  await expect(page).toHaveTitle("Elsewhere", { timeout: 15_000 });
  await open();
  await contact.getByRole("link", { name: "View on a map" }).click();
  await expect(page).toHaveTitle("Elsewhere", { timeout: 15_000 });
  expect(visited.map((url) => new URL(url).hostname)).toContain("www.openstreetmap.org");
  await open();
  // Only the click counts: no phone app is there to take the call.
  await page.evaluate(() =>
    addEventListener("click", (event) => event.preventDefault(), { capture: true }),
  );
  await contact.locator('a[href^="tel:"]').click();

  await expectCounts(server, shop.id, [
    "directions_click  1",
    "page_view shop 3",
    "phone_click  1",
    "website_click  1",
  ]);
});

test("a search arrives as it was submitted, in one spelling, with what it found", async ({
  page,
  server,
}) => {
  await page.goto("/search");
  await hydrated(page);
  const box = page.getByLabel("Town, shop or ZIP code");
  await box.fill("Kettle  AND drum");
  await box.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Kettle");
  const { total } = await read<{ total: number }>(
    server,
    "/api/search?pageSize=24&q=Kettle%20AND%20drum",
  );
  const searches = async () =>
    (await readCounts(server))
      .filter(({ kind }) => kind === "search")
      .map(({ detail, count, results }) => ({ detail, count, results }));
  await expect
    .poll(searches, { timeout: 30_000 })
    .toContainEqual({ detail: "kettle and drum", count: 1, results: total });
});

test("robots are not counted, and who asks not to be tracked sends nothing", async ({
  page,
  browser,
  server,
  directory: { town },
}) => {
  const [, , ofRobots, ofShy, ofVisitors] = (await wholeShops(server, town.slug)).reverse();
  if (!ofRobots || !ofShy || !ofVisitors) throw new Error("the town has too few shops");
  const robot = await browser.newContext({
    baseURL: server.url,
    userAgent:
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/142.0.0.0 Safari/537.36",
  });
  const there = await robot.newPage();
  const thanked = there.waitForResponse((answer) => answer.url().endsWith("/track"));
  await there.goto(`/coffee-shops/${ofRobots.slug}`);
  expect((await thanked).status()).toBe(202);
  await robot.close();

  const shy = await page.context().newPage();
  const sent: string[] = [];
  shy.on("request", (request) => sent.push(request.url()));
  await shy.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", { value: true }),
  );
  await shy.goto(`/coffee-shops/${ofShy.slug}`);
  await hydrated(shy);
  await shy.waitForLoadState("networkidle");
  expect(sent.filter((url) => url.endsWith("/track"))).toEqual([]);

  // Written together with or after everything before it.
  await page.goto(`/coffee-shops/${ofVisitors.slug}`);
  await expectCounts(server, ofVisitors.id, ["page_view shop 1"]);
  expect(await countsOf(server, ofRobots.id)).toEqual([]);
  expect(await countsOf(server, ofShy.id)).toEqual([]);
});

test("neither address nor device is written anywhere", async ({
  page,
  server,
  directory: { town },
}) => {
  const [shop] = (await wholeShops(server, town.slug)).reverse();
  if (!shop) throw new Error("the town has no shops");
  await page.goto(`/coffee-shops/${shop.slug}`);
  await expectCounts(server, shop.id, ["page_view shop 1"]);
  expect(await page.context().cookies()).toEqual([]);

  const folder = dirname(server.database);
  const files = (await readdir(folder, { withFileTypes: true, recursive: true })).filter((entry) =>
    entry.isFile(),
  );
  expect(files.map(({ name }) => name)).toContain("townperk.sqlite");
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), "latin1")),
  );
  const all = [...texts, server.output()].join("\n");
  // Proves that stored events are found this way.
  expect(all).toContain(shop.slug);
  expect(all).not.toContain(ADDRESS.slice(0, ADDRESS.lastIndexOf(".")));
  expect(all).not.toContain(DEVICE);
});
