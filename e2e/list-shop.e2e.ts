import { expect, test } from "./fixtures.ts";
import { codeIn, linkIn, mailTo } from "./mailbox.ts";
import { expectScreen, fillListing, heading, listButton, WIDTHS } from "./owners.ts";
import { hydrated } from "./pages.ts";

const typed = {
  name: "The Quiet Kettle",
  address: "126 Main Street",
  zipCode: "71301",
  ownerName: "Jo Doe",
  ownerEmail: "jo@kettle.example",
};

for (const width of WIDTHS) {
  test(`an owner lists a shop and confirms the address, ${width} px wide`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const shop = {
      ...typed,
      name: `Harbor Light ${width} Coffee`,
      address: `${width} Lee Street`,
      ownerEmail: `owner-${width}@harbor.example`,
    };
    await page.goto("/list-shop");
    await hydrated(page);
    await expectScreen(page, "List Your Coffee Shop");
    await fillListing(page, shop);
    await expect(page.getByText("Alexandria, LA", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Start with/ }).click();
    await expect(page.getByRole("region", { name: "Hours as text" })).toContainText(
      /Monday .*\d (AM|PM) to/,
    );
    await listButton(page).click();
    await expect(page).toHaveURL(/\/coffee-shops\/[^/]+\?owner=true$/);
    await expectScreen(page, shop.name);
    await expect(page.getByRole("heading", { name: "Your listing is live" })).toBeVisible();

    const mail = await mailTo(server.mails, shop.ownerEmail);
    await page.getByLabel(/^Code/).fill(codeIn(mail));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    await page.getByRole("link", { name: "Your coffee shops" }).click();
    await expectScreen(page, "Your coffee shops");
    const own = page.getByRole("region", { name: "Shops" });
    await expect(own.getByRole("link", { name: shop.name })).toBeVisible();
    const entries = page.getByRole("region", { name: "Your listings and claims" });
    await expect(entries.getByText("Live", { exact: true })).toBeVisible();
  });
}

test("the mail's link confirms on another device, by a press", async ({
  page,
  server,
  browser,
  baseURL,
}) => {
  const shop = {
    ...typed,
    name: "Second Window",
    address: "81 3rd Street",
    ownerEmail: "w@two.example",
  };
  await page.goto("/list-shop");
  await hydrated(page);
  await fillListing(page, shop);
  await listButton(page).click();
  await expect(heading(page)).toHaveText(shop.name);
  const link = linkIn(await mailTo(server.mails, shop.ownerEmail), "/confirm-listing");
  const device = await browser.newContext({ baseURL: baseURL ?? "" });
  const there = await device.newPage();
  await there.goto(link);
  await expectScreen(there, "Confirm your listing");
  await there.getByRole("button", { name: "Confirm my address" }).click();
  await expectScreen(there, "Your address is confirmed");
  await device.close();
});

test("mistakes are listed, and what was typed outlives a reload", async ({ page }) => {
  await page.goto("/list-shop");
  await hydrated(page);
  await page.getByLabel(/^Name required/).fill("The Quiet Kettle");
  await page.getByLabel(/^ZIP code/).fill("7130");
  await listButton(page).click();
  const summary = page.getByRole("group", { name: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link")).toHaveText([
    "Address is required",
    "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)",
    "Owner name is required",
    "Valid email is required",
  ]);
  await expect(page).toHaveTitle(/^Error: List Your Coffee Shop/);
  await expectScreen(page, "List Your Coffee Shop");
  await summary.getByRole("link", { name: "Owner name is required" }).click();
  await expect(page.getByLabel(/^Owner name/)).toBeFocused();
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel(/^Name required/)).toHaveValue("The Quiet Kettle");
});

test("a chain is refused with its reason, and may object", async ({ page, complaints }) => {
  complaints.tolerate(/status of 422/);
  await page.goto("/list-shop");
  await hydrated(page);
  await fillListing(page, { ...typed, name: "Starbucks", address: "5 Elliott Street" });
  await listButton(page).click();
  const panel = page.getByRole("region", { name: "This looks like a chain" });
  await expect(panel).toBeFocused();
  await panel.getByRole("button", { name: "This is not a chain" }).click();
  await panel
    .getByLabel(/^Why isn't it a chain/)
    .fill("My name is Starbuck and I roast in the shed.");
  await expectScreen(page, "List Your Coffee Shop");
  await panel.getByRole("button", { name: "Request a review" }).click();
  await expect(panel.getByRole("button", { name: "Request a review" })).toBeHidden();
  await expect(panel.getByRole("status").first()).not.toBeEmpty();
  await expect(page.getByLabel(/^Name required/)).toHaveValue("Starbucks");
});

test("hours in an owner's words are read back", async ({ page }) => {
  await page.goto("/list-shop");
  await hydrated(page);
  await page.getByLabel("Hours as text").check();
  await page.getByLabel(/^Hours optional/).fill("M-F 7-3, Sat 8-2");
  await expect(page.getByText(/^Monday to Friday 7 AM – 3 PM/)).toBeVisible();
  await page.getByLabel(/^Hours optional/).fill("whenever we feel like it");
  await expect(page.getByText("We couldn't read that")).toBeVisible();
});

test("the place is set by keys and by coordinates", async ({ page }) => {
  await page.goto("/list-shop");
  await hydrated(page);
  const set = page.getByRole("button", { name: "Set it on a map" });
  await expect(set).toBeDisabled();
  await page.getByLabel(/^ZIP code/).fill("71301");
  await set.click();
  const pin = page.getByRole("button", { name: /^The center of the ZIP code, not exact/ });
  await pin.press("Shift+ArrowRight");
  await expect(page.getByText(/^Moved .+ east\. The pin is .+ of the middle of/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^The shop's location/ })).toBeVisible();
  await page.getByLabel("Coordinates").fill("31.3113, -92.4451");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await expect(page.getByText(/miles northeast of the middle of ZIP code 71301/)).toBeVisible();
  await expectScreen(page, "List Your Coffee Shop");
  await page.getByRole("button", { name: "Remove the pin" }).click();
  await expect(pin).toBeVisible();
});

test("an owner finds a listed shop to boost it", async ({ page, directory: { shop } }) => {
  await page.goto("/list-shop#boost");
  await hydrated(page);
  const box = page.getByRole("combobox", { name: "Name of the coffee shop" });
  await box.fill(shop.name);
  await expect(page.getByRole("option", { name: shop.name }).first()).toBeVisible();
});
