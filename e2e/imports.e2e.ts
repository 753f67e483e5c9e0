import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "a password for the panel";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

const PHONES = ["985-555-0101", "985-555-0102", "985-555-0103", "985-555-0104", "985-555-0105"];

/** A list of a town whose column of names has an unusual header. */
function guide([town, zip]: readonly [string, string], phones: string[]): string {
  const names = ["Amber Lantern", "Blue Heron", "Copper Kettle", "Dusty Trail", "Early Bird"];
  const rows = names.map(
    (name, index) =>
      `${name},${index + 1}00 Oak Street,${town},LA,${zip},${phones[index] ?? ""},note ${index}`,
  );
  return ["Moniker,address,city,state,zip,phone,Notes", ...rows, ""].join("\n");
}

async function bring(page: Page, name: string, text: string) {
  await page.goto("/admin/imports");
  await page
    .getByLabel("A list of coffee shops")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await expect(page.getByRole("heading", { level: 3, name })).toBeVisible();
}

const RUSTON = ["Ruston", "71270"] as const;

const tryIt = (page: Page) => page.getByRole("button", { name: "Try without writing" });

// The tests of a worker share a server, so each has its own town and list.
for (const [width, town] of [
  [390, ["Hammond", "70401"]],
  [1280, ["Covington", "70433"]],
] as const) {
  const name = `guide-${width}.csv`;
  const source = `guide-${width}`;
  const address = `/api/coffee-shops/amber-lantern-${town[0].toLowerCase()}-la`;
  test(`a list is brought, tried, imported and taken back, ${width} px`, async ({
    page,
    complaints,
  }) => {
    complaints.tolerate(/400/);
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/admin/imports");
    await expect(page.getByRole("heading", { name: "Imports of the last year" })).toBeVisible();
    await bring(page, name, guide(town, PHONES));

    // Its names aren't recognized, so the administrator says where they are.
    await tryIt(page).click();
    await expect(page.getByText("Choose the column with the shops' names.")).toBeVisible();
    await page.getByRole("combobox", { name: "Moniker is" }).selectOption("name");
    await expect(page.getByText("Amber Lantern · Blue Heron · Copper Kettle")).toBeVisible();
    await page.getByRole("textbox", { name: /Name of the list/ }).fill("a guide");
    await tryIt(page).click();
    await expect(page.getByText(/The list's name must be 1 to 32 letters/)).toBeVisible();
    await page.getByRole("textbox", { name: /Name of the list/ }).fill(source);
    await expectAccessible(page);
    await tryIt(page).click();

    const result = page.getByRole("region", { name: /This would happen/ });
    await expect(result.getByText("5 records read.")).toBeVisible({ timeout: 20_000 });
    await expect(result.getByText("New shops")).toBeVisible();
    await expect(page.getByRole("combobox", { name: "Moniker is" })).toHaveValue("name");
    await result.getByText("Examples of each").click();
    await expect(result.getByText("Amber Lantern")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect((await page.request.get(address)).status()).toBe(404);

    await result.getByRole("button", { name: "Import" }).click();
    const done = page.getByRole("region", { name: /Import \d+ is done/ });
    await expect(done).toBeVisible({ timeout: 20_000 });
    expect((await page.request.get(address)).status()).toBe(200);
    await expect(done.getByRole("button", { name: /Undo import \d+/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "All imports" }).click();

    const run = page.getByRole("listitem").filter({ hasText: `${name} (${source})` });
    await expect(run.getByRole("heading")).toContainText(`${name} (${source})`);
    await expectNoSidewaysScroll(page);
    await run.getByRole("button", { name: /Undo import/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).click();
    await expect(page.getByText("5 shops removed, 0 as before.")).toBeVisible({ timeout: 20_000 });
    await expect(run.getByText(/^Undone/)).toBeVisible();
    expect((await page.request.get(address)).status()).toBe(404);
    await expectAccessible(page);
  });
}

test("an edition that would take much away is imported only on a second word", async ({ page }) => {
  await bring(page, "guide.csv", guide(RUSTON, PHONES).replace("Moniker", "Name"));
  await page.getByRole("textbox", { name: /Name of the list/ }).fill("county-guide");
  await tryIt(page).click();
  await page.getByRole("button", { name: "Import", exact: true }).click({ timeout: 20_000 });
  await expect(page.getByRole("region", { name: /Import \d+ is done/ })).toBeVisible({
    timeout: 20_000,
  });

  await bring(page, "guide-2027.csv", guide(RUSTON, PHONES.slice(0, 1)).replace("Moniker", "Name"));
  await page.getByRole("textbox", { name: /Name of the list/ }).fill("county-guide");
  await tryIt(page).click();
  await expect(page.getByText(/4 of 5 values of phone would be cleared/)).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole("button", { name: "Import all the same" }).click();
  const dialog = page.getByRole("alertdialog");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import all the same" }).click();
  await expect(page.getByRole("region", { name: /Import \d+ is done/ })).toBeVisible({
    timeout: 20_000,
  });
});

test("the properties of GeoJSON are shown, its questions are counted, and it is taken back in place", async ({
  page,
}) => {
  const place = (name: string, number: number) => ({
    type: "Feature",
    properties: { Moniker: name, address: `${number} Elm Street`, city: "Minden", state: "LA" },
    geometry: null,
  });
  const features = [place("Amber Lantern", 100), place("Second Cup", 200)];
  await page.goto("/admin/imports");
  await page.getByLabel("A list of coffee shops").setInputFiles({
    name: "minden.geojson",
    mimeType: "application/geo+json",
    buffer: Buffer.from(JSON.stringify({ type: "FeatureCollection", features })),
  });
  await expect(page.getByText("Amber Lantern · Second Cup")).toBeVisible();
  await page.getByRole("combobox", { name: "Moniker is" }).selectOption("name");
  await page.getByRole("textbox", { name: /Name of the list/ }).fill("minden");
  await tryIt(page).click();
  await page.getByRole("button", { name: "Import", exact: true }).click({ timeout: 20_000 });
  const done = page.getByRole("region", { name: /Import \d+ is done/ });
  await expect(done).toBeVisible({ timeout: 20_000 });
  await expect(done.getByText("2 records read.")).toBeVisible();
  await done.getByRole("link", { name: "Answer 1 question about this list" }).click();
  await expect(page).toHaveURL(/import-questions\?source=minden$/);
  const questions = page.getByRole("main").locator("[data-item]");
  await expect(questions).toHaveCount(1);
  await questions.getByRole("button", { name: /^Leave out/ }).click();
  await expect(questions).toHaveCount(0);
  await page.goBack();
  await expect(done.getByText("All its questions are answered.")).toBeVisible();
  await done.getByRole("button", { name: /Undo import/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).click();
  await expect(done.getByText(/^Undone/)).toBeVisible({ timeout: 20_000 });
  const shop = "/api/coffee-shops/amber-lantern-minden-la";
  expect((await page.request.get(shop)).status()).toBe(404);
});

test("what is no list is refused, and a list can be removed", async ({ page, complaints }) => {
  complaints.tolerate(/400/);
  await page.goto("/admin/imports");
  await page.getByLabel("A list of coffee shops").setInputFiles({
    name: "guide.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("PK\u0003\u0004 a workbook"),
  });
  await expect(page.getByText(/the file is damaged/i)).toBeVisible();
  await bring(page, "removed.csv", guide(RUSTON, PHONES));
  await page.getByRole("button", { name: "Remove removed.csv" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove list" }).click();
  await expect(page.getByRole("heading", { name: "Uploaded lists" })).toBeVisible();
  await expect(page.getByRole("link", { name: "removed.csv" })).toHaveCount(0);
});
