import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "a password for expansion";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

/** Looks at the screen on a phone and on a desktop. */
async function lookAt(page: Page) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
}

test("a ZIP code brings a town its next shops, and one press takes them back", async ({
  page,
  complaints,
}) => {
  await page.goto("/admin");
  await page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: "ZIP Code Expansion" })
    .click();
  await expect(page.getByText("No ZIP code has been expanded yet.")).toBeVisible();
  await expect(page.getByText(/Each run asks one service: Open places file/)).toBeVisible();

  const form = page.getByRole("form", { name: "Expand a ZIP code" });
  const send = form.getByRole("button", { name: "Expand ZIP Code" });
  await send.click();
  await expect(form.getByText("Please enter a ZIP code")).toBeVisible();
  await form.getByLabel("ZIP code").fill("00000");
  await send.click();
  await expect(form.getByText("There is no ZIP code 00000 in the United States")).toBeVisible();
  await expect(form.getByLabel("ZIP code")).toHaveValue("00000");
  // The browser logs the refusal.
  expect(complaints.heard.splice(0)).toHaveLength(1);

  await form.getByLabel("ZIP code").fill("71301");
  await send.click();
  const result = page.getByRole("region", { name: "Latest result: 71301" });
  await expect(result.getByRole("status")).toHaveText(
    "Added 5 coffee shops in Alexandria, LA; run it again for the next of 2 more",
  );
  await expect(result).toContainText("Chains left out: Starbucks.");
  await expect(result.getByRole("link", { name: "Decide in Import Questions" })).toBeVisible();
  await expect(result.getByRole("link", { name: "Best coffee" })).toHaveAttribute(
    "href",
    "/cities/alexandria-la/best-coffee",
  );
  await lookAt(page);
  const shop = result.getByRole("link", { name: "Kisatchie Morning" });
  const address = await shop.getAttribute("href");
  const shown = await page.request.get(address ?? "");
  expect(shown.status()).toBe(200);
  expect(await shown.text()).toContain("Demo listing, not a real shop");

  await result.getByRole("button", { name: /^Undo/ }).click();
  await expect(result.getByRole("status")).toContainText("Undone: ");
  expect((await page.request.get(address ?? "")).status()).toBe(404);

  await form.getByLabel("ZIP code").fill("71322");
  await form.getByLabel("Only show what would be added").check();
  await send.click();
  const trial = page.getByRole("region", { name: "Latest result: 71322" });
  await expect(trial).toContainText("A run would add 2 coffee shops in Bunkie, LA");
  await expect(trial).toContainText("Bunkie, LA is new.");
  await expect(page.getByRole("table", { name: "Earlier runs" })).toContainText("71301");
  expect((await page.request.get("/cities/bunkie-la")).status()).toBe(404);
  await lookAt(page);
});

test("metro areas are done five at a time, each with its own undo", async ({ page }) => {
  await page.goto("/admin/expansion");
  await expect(page.getByText("0% complete")).toBeVisible();
  await expect(page.getByText(/321 small metro areas and 250 smaller towns/)).toBeVisible();
  const form = page.getByRole("form", { name: "Expand metro areas" });
  await expect(form.getByLabel("Areas to process")).toHaveValue("5");
  await form.getByRole("button", { name: "Start Expansion" }).click();
  const run = page.getByRole("article");
  await expect(run).toContainText("Processed 5 metro areas and added 5 coffee shops");
  await expect(page.getByText("1.5% complete")).toBeVisible();
  await run.getByText("Amarillo, TX: 3 coffee shops added").click();
  await expect(run.getByRole("link", { name: "Yellow City Pour Over" })).toBeVisible();
  await lookAt(page);
  await run.getByRole("button", { name: "Undo adding the shops in Amarillo, TX" }).click();
  await expect(run).toContainText("Amarillo, TX: undone");
  await expect(page.getByText("1.2% complete")).toBeVisible();
});
