import { expect, test } from "./fixtures.ts";
import { codeIn, linkIn, mailsTo, mailTo } from "./mailbox.ts";
import {
  expectScreen,
  expectShown,
  fillListing,
  heading,
  listButton,
  signIn,
  WIDTHS,
} from "./owners.ts";
import { hydrated } from "./pages.ts";
import { photo } from "./shop-people.ts";

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
    await expectShown(page, "List Your Coffee Shop");
    await fillListing(page, shop);
    await expect(page.getByText("Alexandria, LA", { exact: true })).toBeVisible();
    const end = await listButton(page).evaluate(
      (button) => button.getBoundingClientRect().bottom + window.scrollY,
    );
    // A demo has a notice above.
    const notice = await page.getByRole("complementary", { name: "Notice" }).boundingBox();
    const height = end - (notice?.height ?? 0);
    expect(height, "the form is at most two screens long").toBeLessThanOrEqual(2 * 800 - 40);
    await page.getByRole("button", { name: /^Start with/ }).click();
    await expect(page.getByRole("region", { name: "Hours as text" })).toContainText(
      /Monday .*\d (AM|PM) to/,
    );
    await page.getByLabel(/^Photo/).setInputFiles({
      name: "counter.png",
      mimeType: "image/png",
      buffer: await photo(page, "sienna"),
    });
    await expect(page.getByRole("img", { name: "What you chose" })).toBeVisible();
    await listButton(page).click();
    await expect(page).toHaveURL(/\/coffee-shops\/[^/]+\?owner=true$/);
    await expectScreen(page, shop.name);
    await expect(page.getByRole("heading", { name: "Your listing is live" })).toBeVisible();

    const mail = await mailTo(server.mails, shop.ownerEmail);
    await page.getByLabel(/^Code/).fill(codeIn(mail));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    await expect(page.getByText("Your photo is on the page.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit hours" })).toBeVisible();
    const opener = page.getByRole("button", { name: "Menu", exact: true });
    if (await opener.isVisible()) await opener.click();
    const bar = page.getByRole("navigation");
    await expect(bar.getByRole("link", { name: "Your shop", exact: true })).toBeVisible();
    if (await opener.isVisible()) await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Your coffee shops" }).click();
    await expectShown(page, "Your coffee shops");
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

test("who lost the tab confirms by signing in; the laptop learns of the phone, and a used link says so", async ({
  page,
  server,
  browser,
  baseURL,
  complaints,
}) => {
  complaints.tolerate(/status of 400/);
  complaints.tolerate(/status of 409/);
  await page.setViewportSize({ width: 390, height: 800 });
  const shop = {
    ...typed,
    name: "The Lost Tab",
    address: "82 3rd Street",
    ownerEmail: "lost@tab.example",
  };
  await page.goto("/list-shop");
  await hydrated(page);
  await fillListing(page, shop);
  await listButton(page).click();
  await expect(page.getByRole("heading", { name: "Your listing is live" })).toBeVisible();
  const link = linkIn(await mailTo(server.mails, shop.ownerEmail), "/confirm-listing");

  const device = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: { width: 390, height: 800 },
  });
  const phone = await device.newPage();
  await signIn(phone, server, shop.ownerEmail);
  const entries = phone.getByRole("region", { name: "Your listings and claims" });
  await expect(entries.getByText("Waiting for you to confirm it")).toBeVisible();
  await expectScreen(phone, "Your coffee shops");
  await entries.getByRole("button", { name: `That was me ${shop.name}` }).click();
  await expect(entries.getByText("Live", { exact: true })).toBeVisible();

  await expect(page.getByRole("heading", { name: "Already confirmed" })).toBeVisible();
  await expectScreen(page, shop.name);

  await phone.goto(link);
  await phone.getByRole("button", { name: "Confirm my address" }).click();
  await expectScreen(phone, "Your address is confirmed");
  // It works once, and says so.
  const before = (await mailsTo(server.mails, shop.ownerEmail)).length;
  await phone.goto("/");
  await phone.goto(link);
  await phone.getByRole("button", { name: "Confirm my address" }).click();
  await phone.getByRole("button", { name: "Send a new one" }).click();
  await expect(phone.getByText(/^Already confirmed/)).toBeVisible();
  await expectScreen(phone, "Confirm your listing");
  expect((await mailsTo(server.mails, shop.ownerEmail)).length).toBe(before);
  await device.close();
});

test("who comes back to the form mends what was listed", async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const shop = {
    ...typed,
    name: "Second Thoughts",
    address: "83 3rd Street",
    ownerEmail: "second@thoughts.example",
  };
  await page.goto("/list-shop");
  await hydrated(page);
  await fillListing(page, shop);
  await listButton(page).click();
  await expect(page.getByRole("heading", { name: "Your listing is live" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^You've listed/)).toBeVisible();
  await expect(page.getByLabel(/^Name required/)).toHaveValue(shop.name);
  await page.getByText("More about your shop").click();
  await page.getByLabel(/^Phone/).fill("318-555-0142");
  await listButton(page).click();
  await expect(page.getByText("Your page is up to date")).toBeVisible();
  await expect(page.getByRole("link", { name: /318.*555-0142/ }).first()).toBeVisible();
  expect(await mailsTo(server.mails, shop.ownerEmail)).toHaveLength(1);
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
  await page.getByRole("button", { name: "Enter the hours" }).click();
  await page.getByLabel("Hours as text").check();
  await page.getByLabel(/^Hours optional/).fill("M-F 7-3, Sat 8-2");
  await expect(page.getByText(/^Monday to Friday 7 AM – 3 PM/)).toBeVisible();
  await page.getByLabel(/^Hours optional/).fill("Mo-Fr 07:00-15:00; Jan-Mar off");
  await expect(
    page.getByText(/^Monday to Friday 7 AM – 3 PM, .+ January to March: every day closed\.$/),
  ).toBeVisible();
  await page.getByLabel(/^Hours optional/).fill("whenever we feel like it");
  await expect(page.getByText("We couldn't read that")).toBeVisible();
});

test("the place is set by keys and by coordinates", async ({ page }) => {
  await page.goto("/list-shop");
  await hydrated(page);
  await page.getByText("More about your shop").click();
  const set = page.getByRole("button", { name: "Set it on a map" });
  await expect(set).toBeDisabled();
  await page.getByLabel(/^ZIP code/).fill("71301");
  await set.click();
  const pin = page.getByRole("button", { name: /^The center of the ZIP code, not exact/ });
  await pin.press("Shift+ArrowRight");
  await expect(page.getByText(/^Moved .+ east\. The pin is .+ of the middle of/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^The shop's location/ })).toBeVisible();
  await page
    .getByLabel("Link from a map, or coordinates")
    .fill("https://www.google.com/maps/place/31.3113,-92.4451/@31.32,-92.46,17z");
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
