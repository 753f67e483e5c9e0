import {
  expectAccessible,
  expectAccessibleInBothModes,
  expectFieldsWithoutZoom,
  expectListsTold,
  expectNoSidewaysScroll,
} from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { expectShop, hydrated } from "./pages.ts";
import { keptOffline, list, main, openPassport, openShop, title, toggle } from "./passport.ts";

test.afterEach(({ server }) => server.comeBack());

test("save, stamp, carry to another device, and read it there without a network", async ({
  page,
  browser,
  baseURL,
  directory: { shops },
  server,
}) => {
  test.setTimeout(60_000);
  const [first, second] = shops;
  if (!first || !second) throw new Error("the town has too few shops");
  await openShop(page, first.slug);
  await toggle(page, "Save").click();
  await expect(toggle(page, "Save")).toHaveAttribute("aria-pressed", "true");
  await openShop(page, second.slug);
  await toggle(page, "Been here").click();
  await expect(toggle(page, "Been here")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Open" }).click();

  await expect(page).toHaveURL("/passport");
  await expect(page.getByText("1 stamp in 1 state, 1 town")).toBeVisible();
  await expect(list(page, "Saved").getByRole("link", { name: first.name })).toBeVisible();
  await expect(list(page, "Been to").getByRole("link", { name: second.name })).toBeVisible();
  await page.getByRole("button", { name: `Been here: ${first.name}` }).click();
  await expect(page.getByText("2 stamps in 1 state, 1 town")).toBeVisible();
  await list(page, "Been to").getByText("Add a note").first().click();
  await page
    .getByLabel(/^Your note on/)
    .and(page.locator(":visible"))
    .first()
    .fill("Ask for the porch.");
  const link = await page.getByLabel("Link to your passport").inputValue();
  expect(new URL(link).hash).toMatch(/^#add=1\.[\w-]+$/);
  const code = page.getByRole("img", { name: "QR code of the link to your passport with 2 shops" });
  await page.getByRole("button", { name: "Show QR code" }).press("Enter");
  await expect(code).toBeVisible();
  await page.getByRole("button", { name: "Hide QR code" }).press("Enter");
  await expect(code).toBeHidden();

  const asked: string[] = [];
  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  other.on("request", (request) => asked.push(request.url()));
  const there = await other.newPage();
  await openPassport(there, new URL(link).hash);
  await expect(
    there.getByRole("heading", { name: "This link holds 2 shops: add them to this device?" }),
  ).toBeVisible();
  await expectAccessible(there);
  expect(await there.evaluate(() => localStorage.length)).toBe(0);
  await there.getByRole("button", { name: "Add", exact: true }).click();
  await expect(there.getByText("2 shops added")).toBeVisible();
  await expect(there).toHaveURL("/passport");
  await expect(title(there)).toBeFocused();
  await expect(there.getByText("2 stamps in 1 state, 1 town")).toBeVisible();
  await expect(there.getByText("Ask for the porch.")).toHaveCount(0);

  await keptOffline(there, 2);
  expect(asked.filter((url) => url.includes("#add") || url.includes("add="))).toEqual([]);
  await server.leave();
  await there.reload();
  await expect(there.getByText("The directory can't be reached.")).toBeVisible();
  const row = list(there, "Been to").getByRole("listitem").filter({ hasText: first.name });
  await expect(row).toContainText(/Today: |Hours unknown/);
  await row.getByRole("link", { name: first.name }).click();
  await expectShop(there, first);
  await expect(
    there.getByText(/^You're offline\. This is a copy from \w+ \d+, \d{4}\.$/),
  ).toBeVisible();
  await expect(toggle(there, "Been here")).toHaveAttribute("aria-pressed", "true");

  await server.comeBack();
  await there.goBack();
  await there.reload();
  await expect(row).toContainText(/Open|Closed|Hours unknown/);
  await expect(there.getByText("The directory can't be reached.")).toHaveCount(0);
  await other.close();
});

test("what a link brings is added once, and a broken one changes nothing", async ({
  page,
  directory: { shops },
}) => {
  const [shop] = shops;
  if (!shop) throw new Error("the town has no shops");
  await openShop(page, shop.slug);
  await toggle(page, "Save").click();
  await openPassport(page);
  const { hash } = new URL(await page.getByLabel("Link to your passport").inputValue());

  await openPassport(page, hash.slice(0, -4));
  await expect(page.getByRole("alert")).toContainText("This link is broken or incomplete.");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page).toHaveURL("/passport");
  await expect(title(page)).toBeFocused();

  // In the same document, as when pasted into the address bar.
  await page.evaluate((fragment) => {
    location.hash = fragment;
  }, hash);
  await expect(
    page.getByRole("heading", { name: /^This link holds 1 shop: add it/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Nothing new in it")).toBeVisible();
  await expect(list(page, "Saved").getByRole("listitem")).toHaveCount(1);
});

test("removing can be undone, one by one and as a whole, by keyboard", async ({
  page,
  directory: { shops },
}) => {
  for (const { slug } of shops.slice(0, 2)) {
    await openShop(page, slug);
    await toggle(page, "Save").focus();
    await page.keyboard.press("Space");
    await expect(toggle(page, "Save")).toHaveAttribute("aria-pressed", "true");
  }
  await openPassport(page);
  const rows = list(page, "Saved").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  // Whether a shop is open comes later than the row.
  await expect(rows.locator(".skeleton")).toHaveCount(0);
  const before = await rows.allTextContents();
  await list(page, "Saved")
    .getByRole("button", { name: /^Remove / })
    .first()
    .press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Saved (1)" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(rows).toHaveText(before);

  const opener = page.getByRole("button", { name: "Remove everything…" });
  await opener.press("Enter");
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Remove everything" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Your first page is still blank" })).toBeVisible();
  await expect(title(page)).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(rows).toHaveText(before);
});

test("a card in a list is saved by keyboard, and the next Tab leads to what can be done about it", async ({
  page,
  directory: { town, shops },
}) => {
  const [shop] = shops;
  if (!shop) throw new Error("the town has no shops");
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  const save = main(page).getByRole("button", { name: `Save ${shop.name}`, exact: true });
  const focused = page.locator(":focus");
  await save.press("Enter");
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(`/cities/${town.slug}`);
  await keptOffline(page, 1);

  await save.press("Enter");
  await expect(page.getByText("No longer saved")).toBeVisible();
  await expect(save).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Tab");
  await expect(focused).toHaveText("Undo");
  await page.keyboard.press("Enter");
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await expect(save).toBeFocused();

  await page.reload();
  await expect(save).toHaveAttribute("aria-pressed", "true");
  await save.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(page.getByText("No longer saved")).toHaveCount(0);
  await expect(save).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(save).not.toBeFocused();
  await save.press("Enter");

  await page.keyboard.press("Tab");
  await expect(focused).toHaveText("Open");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/passport");
  await expect(list(page, "Saved").getByRole("link", { name: shop.name })).toBeVisible();
});

test("a shop is saved from the best-of pages too", async ({ page, directory: { town } }) => {
  await page.goto(`/cities/${town.slug}/best-coffee`);
  await hydrated(page);
  const card = main(page)
    .getByRole("listitem")
    .filter({ has: page.locator(".card-picture") })
    .first();
  const name = await card.getByRole("heading").textContent();
  await card.getByRole("button", { name: `Save ${name}`, exact: true }).click();
  await expect(page).toHaveURL(`/cities/${town.slug}/best-coffee`);
  await page.getByRole("button", { name: "Open" }).click();
  await expect(list(page, "Saved").getByRole("heading", { level: 3 })).toHaveText([name ?? ""]);
});

test("a file carries all of it, notes too", async ({ page, directory: { shops } }) => {
  const [shop] = shops;
  if (!shop) throw new Error("the town has no shops");
  await openShop(page, shop.slug);
  await toggle(page, "Been here").click();
  await openPassport(page);
  await page.getByText("Add a note").click();
  await page.getByLabel(`Your note on ${shop.name}`).fill("The corner table.");
  await page.getByLabel(/^Been on/).fill("2026-05-04");
  await page.getByLabel(/^Been on/).press("Enter");
  await expect(page.getByLabel(/^Been on/)).toBeFocused();
  await expect(page.getByRole("link", { name: /, May 4, 2026$/ })).toBeVisible();
  await page.getByLabel(/^Been on/).fill("0202-05-04");
  await page.getByLabel(/^Your note on/).focus();
  await expect(page.getByText("Date can't be before 2000.")).toBeVisible();
  await expect(page.getByRole("link", { name: /, May 4, 2026$/ })).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as file" }).click();
  const file = await (await saving).path();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByLabel("Passport file").setInputFiles(file);
  await expect(page.getByText("1 shop added")).toBeVisible();
  await expect(page.getByText("Note: The corner table.")).toBeVisible();
  await page.getByLabel("Passport file").setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"version":1}'),
  });
  await expect(page.getByText("That's not a passport file")).toBeVisible();
});

test("two tabs show the same", async ({ page, context, directory: { shops } }) => {
  const [shop] = shops;
  if (!shop) throw new Error("the town has no shops");
  await openPassport(page);
  await expect(page.getByRole("heading", { name: "Your first page is still blank" })).toBeVisible();
  const other = await context.newPage();
  await openShop(other, shop.slug);
  await toggle(other, "Save").click();
  await expect(list(page, "Saved").getByRole("link", { name: shop.name })).toBeVisible();
  await page.getByRole("button", { name: `Remove ${shop.name} from saved` }).click();
  await expect(title(page)).toBeFocused();
  await expect(toggle(other, "Save")).toHaveAttribute("aria-pressed", "false");
});

for (const width of [320, 1280]) {
  test.describe(`light and dark, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("a full passport is accessible and fits", async ({ page, directory: { shops } }) => {
      for (const { slug } of shops.slice(0, 2)) {
        await openShop(page, slug);
        await toggle(page, "Save").click();
        await toggle(page, "Been here").click();
      }
      // The message stays as long as the pointer is on it.
      await page.locator(".toast").hover({ position: { x: 8, y: 8 } });
      await expectAccessibleInBothModes(page);
      await openPassport(page);
      await expect(page.getByText("2 stamps in 1 state, 1 town")).toBeVisible();
      await page.getByRole("button", { name: "Show QR code" }).click();
      await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
      await expectAccessibleInBothModes(page);
      await expectNoSidewaysScroll(page);
      await expectFieldsWithoutZoom(page);
      await expectListsTold(page);
      await page.getByRole("button", { name: "Remove everything…" }).click();
      await expectAccessibleInBothModes(page);
    });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says why it is empty", async ({ page }) => {
    await page.goto("/passport");
    await expect(page.locator("main noscript p")).toContainText("so this page needs JavaScript");
    await expect(page.locator("main noscript p")).toBeVisible();
    await expect(page.locator("main .skeleton").first()).toBeHidden();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  });
});
