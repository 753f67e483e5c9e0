import { writeFile } from "node:fs/promises";
import type { Locator, Page, TestInfo } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import type { Directory } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import type { Server } from "./server.ts";

const PASSWORD = "a password for imports";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

const DOUBLES = 600;
const CUPS = 100;
const CATERERS = 1300;
const ALL = DOUBLES + CUPS + CATERERS;
/** The API answers so many questions at once. */
const MOST = 500;

/** Imports two lists that leave two thousand questions: possible duplicates, a chain's name, and caterers. */
async function importMany(
  { server, directory, page }: { server: Server; directory: Directory; page: Page },
  info: TestInfo,
) {
  const [known] = directory.shops;
  if (!known) throw new Error("the town has no shop");
  const shop = await (await page.request.get(`/api/coffee-shops/${known.slug}`)).json();
  const town = { "addr:city": directory.town.name, "addr:state": directory.town.state };
  const node = (id: number, north: number, tags: Record<string, string>) => ({
    type: "node",
    id,
    lat: shop.latitude + north,
    lon: shop.longitude,
    tags: { amenity: "cafe", ...town, ...tags },
  });
  const elements = [
    // About 50 feet to the north of the shop, with a number in the name.
    ...Array.from({ length: DOUBLES }, (_, i) =>
      node(i + 1, 0.00014, {
        name: `${shop.name} ${i + 2}`,
        opening_hours: "Mo 07:00-12:00; Mo 13:00-17:00",
        website: `https://number-${i}.example/a-page-with-a-rather-long-address`,
      }),
    ),
    ...Array.from({ length: CUPS }, (_, i) =>
      node(10_000 + i, 0.02 + i * 0.0005, { name: "Second Cup" }),
    ),
  ];
  const places = info.outputPath("places.json");
  await writeFile(places, JSON.stringify({ version: 0.6, elements }));
  const first = await server.townperk("import", places);
  expect(first).toMatch(new RegExp(`to review\\s+${DOUBLES + CUPS}`));
  const rows = Array.from(
    { length: CATERERS },
    (_, i) =>
      `Feast ${i},${i + 1} Numbered Street,${i % 2 === 0 ? "Hammond,LA,70401" : "Bunkie,LA,71322"},Caterer`,
  );
  const table = info.outputPath("guide.csv");
  await writeFile(table, ["name,address,city,state,zip,category", ...rows, ""].join("\n"));
  const second = await server.townperk("import", table, "--source", "county-guide");
  expect(second).toMatch(new RegExp(`to review\\s+${CATERERS}`));
}

/** Short enough for three on a screen. */
async function expectShort(questions: Locator) {
  const heights = await questions.evaluateAll((items) =>
    items.map((item) => Math.ceil(item.getBoundingClientRect().height)),
  );
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.max(...heights)).toBeLessThanOrEqual(240);
}

test("two thousand questions are narrowed, read at a glance and answered by the hundred", async ({
  page,
  server,
  directory,
}, info) => {
  const login = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(login.status()).toBe(200);
  await importMany({ server, directory, page }, info);
  const questions = page.getByRole("main").locator("[data-item]");
  const group = (name: RegExp) => page.getByRole("region", { name });

  await page.goto("/admin/import-questions");
  await expect(questions).toHaveCount(20);
  await expect(
    page.getByRole("button", { name: `Select the first ${MOST} of ${ALL}` }),
  ).toBeVisible();
  // A chain comes first; one answer is for all of it.
  await expect(group(new RegExp(`^Second Cup ${CUPS} questions`))).toBeVisible();

  // Each kind is short, on a desk and on a phone.
  const listed = await (await page.request.get("/api/admin/import-questions")).json();
  const reasons: string[] = listed.reasons.map(({ value }: { value: string }) => value);
  expect(reasons).toEqual(expect.arrayContaining(["common_name", "other_kind"]));
  for (const reason of reasons) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(`/admin/import-questions?reason=${reason}`);
    await expect(page.getByRole("combobox", { name: "Reason" })).toHaveValue(reason);
    await expect(questions).toHaveCount(20);
    await expectShort(questions);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectShort(questions);
    await expectNoSidewaysScroll(page);
  }
  await page.goto("/admin/import-questions?source=osm&search=12");
  await expect(questions.first()).toContainText("Possible duplicate");
  // How far the two are apart, and where.
  const first = questions.first();
  await expect(first).toContainText("About 50 feet apart");
  const map = first.getByRole("link", { name: /^Map of .* in a new window$/ }).first();
  await expect(map).toHaveAttribute("href", /openstreetmap\.org\/\?mlat=[-\d.]+&mlon=[-\d.]+/);
  await expectAccessible(page);

  // Filters together, in the address.
  await page.setViewportSize({ width: 1280, height: 844 });
  await page.goto("/admin/import-questions");
  await page.getByRole("combobox", { name: "List" }).selectOption("county-guide");
  await expect(page).toHaveURL(/source=county-guide/);
  await page.getByRole("combobox", { name: "Town" }).selectOption("Bunkie, LA");
  await expect(page).toHaveURL(/town=Bunkie/);
  const half = CATERERS / 2;
  await expect(page.getByRole("button", { name: /^Select the first/ })).toHaveText(
    `Select the first ${MOST} of ${half}`,
  );
  await page.getByRole("searchbox", { name: "Search name or town" }).fill("feast 12");
  await expect(page).toHaveURL(/search=feast/);
  await expect(questions).toHaveCount(20);
  await expect(questions.getByRole("heading", { level: 4 })).toHaveText(Array(20).fill(/12/));
  await page.getByRole("link", { name: "Show all questions" }).click();

  // The last page, and back.
  await page.goto(`/admin/import-questions?page=${ALL / 20}`);
  await expect(questions).toHaveCount(20);

  // Five hundred of a filter at once, over all its pages, and taken back with one press.
  await page.goto("/admin/import-questions?reason=other_kind");
  await page.getByRole("button", { name: `Select the first ${MOST} of ${CATERERS}` }).click();
  await expect(
    page.getByRole("status").filter({ hasText: `${MOST} questions selected` }),
  ).toBeVisible();
  await page.getByRole("button", { name: `Leave out ${MOST}` }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: `Leave ${MOST} records out` }).click();
  await expect(
    page.getByRole("status").filter({ hasText: `${MOST} records left out` }),
  ).toBeVisible();
  await expect(
    page.getByRole("button", { name: `Select the first ${MOST} of ${CATERERS - MOST}` }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(
    page.getByRole("button", { name: `Select the first ${MOST} of ${CATERERS}` }),
  ).toBeVisible();

  // All of a chain, on all pages, for good.
  await page.goto("/admin/import-questions");
  await page.getByRole("button", { name: "Always leave out “Second Cup”" }).click();
  await expect(dialog).toContainText(`This answers ${CUPS} questions now.`);
  await dialog.getByRole("button", { name: "Always leave out" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: `${CUPS} records left out` }),
  ).toBeVisible();
  await expect(group(/^Second Cup/)).toHaveCount(0);
});
