import { writeFile } from "node:fs/promises";
import type { Page, TestInfo } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import type { Directory } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import type { Server } from "./server.ts";

const PASSWORD = "a password for imports";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

interface Point {
  latitude: number;
  longitude: number;
}

/** The location of a shop, from the API. */
async function pointOf(page: Page, slug: string): Promise<Point & { name: string }> {
  const shop = await (await page.request.get(`/api/coffee-shops/${slug}`)).json();
  expect(shop.latitude, slug).not.toBeNull();
  return shop;
}

/** A place in the format of OpenStreetMap's servers. */
const cafe = (id: number, { latitude, longitude }: Point, tags: Record<string, string>) => ({
  type: "node",
  id,
  lat: latitude,
  lon: longitude,
  tags: { amenity: "cafe", ...tags },
});

/** Imports three records that no rule can decide: one possible duplicate, and two with a chain's name. */
async function importDoubts(
  { server, directory, page }: { server: Server; directory: Directory; page: Page },
  info: TestInfo,
) {
  const [known] = directory.shops;
  if (!known) throw new Error("the town has no shop");
  const shop = await pointOf(page, known.slug);
  // About 50 feet to the north.
  const near = { latitude: shop.latitude + 0.00014, longitude: shop.longitude };
  const far = { latitude: shop.latitude + 0.02, longitude: shop.longitude };
  const town = { "addr:city": directory.town.name, "addr:state": directory.town.state };
  const twice = "Mo 07:00-12:00; Mo 13:00-17:00";
  const elements = [
    cafe(7256023240, near, {
      ...town,
      // With another number in its name, it may be another shop.
      name: `${shop.name} 2`,
      internet_access: "wlan",
      opening_hours: twice,
    }),
    cafe(2, far, { ...town, name: "Second Cup" }),
    cafe(3, { ...far, longitude: far.longitude + 0.02 }, { ...town, name: "Java City Beans" }),
  ];
  const file = info.outputPath("places.json");
  await writeFile(file, JSON.stringify({ version: 0.6, elements }));
  const told = await server.townperk("import", file);
  expect(told).toMatch(/to review\s+3/);
}

test("a question whose shop was edited meanwhile shows what changed, and nothing is decided", async ({
  page,
  server,
  directory,
  complaints,
}, info) => {
  const login = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(login.status()).toBe(200);
  await importDoubts({ server, directory, page }, info);
  await page.goto("/admin/import-questions");
  const questions = page.getByRole("main").locator("[data-item]");
  const double = questions.filter({ hasText: "Possible duplicate" });
  await expect(double).toHaveCount(1);
  const { questions: waiting, total } = await (
    await page.request.get("/api/admin/import-questions")
  ).json();
  const slug = waiting.find((one: { similarSlug: string | null }) => one.similarSlug).similarSlug;
  const shop = await pointOf(page, slug);
  const edit = { data: { name: `${shop.name} on Main` } };
  const { id } = await (await page.request.get(`/api/coffee-shops/${slug}`)).json();
  expect((await page.request.put(`/api/admin/coffee-shops/${id}`, edit)).status()).toBe(200);

  complaints.tolerate(/status of 409/);
  await double.getByRole("button", { name: /^Leave out/ }).click();
  const notice = double.getByRole("alert");
  await expect(notice).toContainText("This has changed since you opened it. Nothing was decided.");
  await expect(notice.getByRole("heading", { name: "Shop in the directory" })).toBeVisible();
  await expect(notice.locator("ins")).toContainText("on Main");
  await expectAccessible(page);
  const left = await (await page.request.get("/api/admin/import-questions")).json();
  expect(left.total).toBe(total);
  await double.getByRole("button", { name: /^Leave out/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Left out" })).toBeVisible();
  await expect(double).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(double).toHaveCount(1);
  await page.request.put(`/api/admin/coffee-shops/${id}`, { data: { name: shop.name } });
});

test("what an import asks is seen at a glance, answered one way or another, and taken back", async ({
  page,
  server,
  directory,
}, info) => {
  const login = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(login.status()).toBe(200);
  await importDoubts({ server, directory, page }, info);

  await page.goto("/admin/import-questions");
  const questions = page.getByRole("main").locator("[data-item]");
  await expect(questions).toHaveCount(3);
  const double = questions.filter({ hasText: "Possible duplicate" });
  await expect(double).toContainText("Same name and within 250 feet.");
  await expect(double).toContainText("About 50 feet apart");
  await expect(double).toContainText("Monday is listed twice in these hours,");
  const source = double.getByRole("link", { name: /^Source record/ });
  await expect(source).toHaveAttribute("href", "https://www.openstreetmap.org/node/7256023240");
  await expect(source).toHaveAttribute("rel", /noopener noreferrer/);
  await expect(questions.filter({ hasText: "Second Cup" })).toContainText("Possible chain");
  await expectAccessible(page);

  // Short, and side by side on a desktop; stacked on a phone.
  const heights = await questions.evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect().height),
  );
  for (const height of heights) expect(height).toBeLessThanOrEqual(240);
  const record = double.getByRole("heading", { name: "Imported record" });
  const listed = double.getByRole("heading", { name: "Shop in the directory" });
  const places = async () => {
    const [one, other] = [await record.boundingBox(), await listed.boundingBox()];
    if (!one || !other) throw new Error("they are not shown");
    return { one, other };
  };
  const wide = await places();
  expect(wide.other.y).toBe(wide.one.y);
  expect(wide.other.x).toBeGreaterThan(wide.one.x);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await places();
  expect(narrow.other.x).toBe(narrow.one.x);
  expect(narrow.other.y).toBeGreaterThan(narrow.one.y);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // Same shop: it gets the values it lacks and those ticked. After undo, the record waits again.
  await double.getByRole("button", { name: /^Same shop, add/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Same shop" })).toBeVisible();
  await expect(questions).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(questions).toHaveCount(3);

  // With the keyboard: skips a record.
  await page.setViewportSize({ width: 1280, height: 844 });
  const beans = questions.filter({ hasText: "Java City Beans" });
  await beans.focus();
  await page.keyboard.press("r");
  await expect(page.getByRole("status").filter({ hasText: "Left out" })).toBeVisible();
  await expect(beans).toHaveCount(0);

  // Filters are in the address, so Back undoes them.
  await page.getByRole("combobox", { name: "Reason" }).selectOption("common_name");
  await expect(page).toHaveURL(/reason=common_name/);
  await expect(questions).toHaveCount(1);
  await expectAccessible(page);
  await page.goBack();
  await expect(questions).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search name or town" }).fill("second");
  await expect(page).toHaveURL(/search=second/);
  await expect(questions).toHaveCount(1);
  await page.getByRole("link", { name: "Show all questions" }).click();
  await expect(questions).toHaveCount(2);

  // One answer for several, with one undo; possible duplicates, too.
  await page.getByRole("button", { name: "Select the 2 on this page" }).click();
  await page.getByRole("button", { name: "Leave out 2" }).click();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave 2 records out" }).click();
  await expect(page.getByText("No import questions.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(questions).toHaveCount(2);

  // A chain's name is decided for good.
  await page.getByRole("button", { name: "Always add “Second Cup”" }).click();
  const sure = page.getByRole("alertdialog");
  await expect(sure).toContainText("This answers 1 question now.");
  await sure.getByRole("button", { name: "Always add" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 record added" })).toBeVisible();
  await expect(questions).toHaveCount(1);
  const cup = `/coffee-shops/second-cup-${directory.town.slug}`;
  expect((await page.request.get(cup)).status()).toBe(200);
  const names = await (await page.request.get("/api/admin/chain-names")).json();
  expect(names).toContainEqual(expect.objectContaining({ name: "Second Cup", list: "allow" }));

  // The inbox shows what is left and links here.
  await page.goto("/admin");
  const waiting = page.getByRole("list", { name: "Waiting" });
  await waiting.getByRole("button", { name: /^Import question/ }).click();
  const sheet = page.getByRole("article").filter({ visible: true });
  await expect(sheet).toContainText("Possible duplicate. Same name and within 250 feet.");
  await sheet.getByRole("link", { name: "All import questions" }).click();
  await expect(page).toHaveURL(/\/admin\/import-questions$/);
  await double.getByRole("button", { name: /^Leave out/ }).click();
  await expect(page.getByText("No import questions.")).toBeVisible();
});
