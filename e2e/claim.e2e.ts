import { expect, test } from "./fixtures.ts";
import { codeIn, mailTo } from "./mailbox.ts";
import { expectScreen, fillListing, heading, listButton, signIn, WIDTHS } from "./owners.ts";
import { hydrated } from "./pages.ts";

for (const [index, width] of WIDTHS.entries()) {
  test(`who lists a shop that is there claims it, and owns it once approved, ${width} px wide`, async ({
    page,
    server,
    directory: { shops },
    complaints,
  }) => {
    complaints.tolerate(/status of 409/);
    await page.setViewportSize({ width, height: 800 });
    const shop = await unclaimed(server.url, shops.slice(index * 10));
    const address = `claimant-${width}@owner.example`;
    await page.goto("/list-shop");
    await hydrated(page);
    await fillListing(page, { ...shop, ownerName: "Ann Owner", ownerEmail: address });
    await listButton(page).click();
    const panel = page.getByRole("region", { name: "This coffee shop is already listed" });
    await expect(panel).toBeFocused();
    await expectScreen(page, "List Your Coffee Shop");
    await panel.getByRole("link", { name: "Is this your shop? Claim it" }).first().click();

    await expectScreen(page, "Claim This Business");
    await expect(page.getByLabel(/^Owner name/)).toHaveValue("Ann Owner");
    await expect(page.getByLabel(/^Owner email/)).toHaveValue(address);
    await page.getByRole("button", { name: "Submit Claim" }).click();
    await expect(page.getByText("Missing Information")).toBeVisible();
    await page.getByLabel(/^Your role/).fill("Owner");
    await page.getByLabel(/^Business description/).fill("We roast on Tuesdays.");
    await page.getByRole("button", { name: "Submit Claim" }).click();
    await expect(page.getByText("Claim Submitted Successfully!")).toBeVisible();
    await expect(heading(page)).toHaveText(shop.name);
    const mail = await mailTo(server.mails, address);
    await page.getByLabel(/^Code/).fill(codeIn(mail));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    await expectScreen(page, shop.name);

    const waiting = await server.townperk("admin", "claims", "list");
    // A claim's ID is on the line before its claimant.
    const lines = waiting.split("\n");
    const [id = ""] = lines[lines.findIndex((one) => one.includes(address)) - 1]?.split(" ") ?? [];
    await server.townperk("admin", "claims", "approve", id);
    await page.context().clearCookies();
    await signIn(page, server, address);
    await expect(page.getByText("You own this listing.")).toBeVisible();
    await expectScreen(page, "Your coffee shops");
    await page.goto(`/claim-business/${shop.slug}`);
    await expect(page.getByText(/^This business has already been claimed\./)).toBeVisible();
  });
}

test("a claim can be made by keyboard alone", async ({ page, server, directory: { shops } }) => {
  const shop = await unclaimed(server.url, shops.slice(20));
  await page.goto(`/claim-business/${shop.slug}`);
  await hydrated(page);
  await page.getByLabel(/^Owner name/).focus();
  for (const text of ["Kay Board", "kay@keys.example", "", "Owner", "Two counters, one grinder."]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Submit Claim" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Claim Submitted Successfully!")).toBeVisible();
});

test("a request to take something down arrives", async ({ page, directory: { shop } }) => {
  await page.goto("/contact");
  await hydrated(page);
  await page.getByLabel(/^Page/).fill(shop.slug);
  await page.getByLabel(/^Reason/).selectOption("photo");
  await page.getByLabel(/^What should be taken down/).fill("The photo shows my house.");
  await page.getByLabel(/^Your email/).fill("ann@home.example");
  await page.getByRole("button", { name: "Send the request" }).click();
  const form = page.getByRole("region", { name: "Take something down" });
  await expect(form.getByRole("status").first()).not.toBeEmpty();
  await expect(page.getByLabel(/^What should be taken down/)).toHaveValue("");
  await expectScreen(page, "Contact");
});

interface Listed {
  slug: string;
  name: string;
  address: string;
}

/** The first open shop without an owner, as its owner would type it. */
async function unclaimed(url: string, shops: readonly Listed[]) {
  for (const { slug } of shops) {
    const answer = await fetch(`${url}/api/coffee-shops/${slug}`);
    const { name, ownerId, street, zipCode, address, permanentlyClosed } = await answer.json();
    const zip = zipCode ?? /\b\d{5}\b(?=\D*$)/.exec(address)?.[0];
    if (!ownerId && !permanentlyClosed && street && zip)
      return { slug, name, address: street, zipCode: zip };
  }
  throw new Error("every shop has an owner");
}

for (const width of WIDTHS) {
  test(`who finds a stranger's claim after signing in removes it, and confirms their own, ${width} px wide`, async ({
    page,
    server,
    directory: { shops },
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const address = `mailbox-${width}@owner.example`;
    const mine = await unclaimed(server.url, shops);
    const others = shops.filter(({ slug }) => slug !== mine.slug);
    const strangers = await unclaimed(server.url, others);
    for (const { slug } of [mine, strangers]) {
      const form = {
        ownerName: "Ann Owner",
        ownerEmail: address,
        businessRole: "Owner",
        verificationMethod: "email",
        ownerDescription: "We roast on Tuesdays.",
      };
      const path = `/api/coffee-shops/${slug}/claim`;
      const sent = await page.request.post(path, { data: form, headers: { origin: server.url } });
      expect(sent.status()).toBe(201);
    }
    await signIn(page, server, address);
    await page.goto("/your-shop");
    const section = page.getByRole("region", { name: "Your listings and claims" });
    await section.getByRole("button", { name: `That was me ${mine.name}` }).click();
    await expect(section.getByText("Sent; we'll review it within 2-3 business days")).toBeVisible();
    await section.getByRole("button", { name: `Not me ${strangers.name}` }).click();
    await page.getByRole("button", { name: "Not me", exact: true }).click();
    await expect(section.getByText(strangers.name)).toHaveCount(0);
    await expectScreen(page, "Your coffee shops");

    await page.reload();
    await expect(section.getByRole("listitem")).toHaveCount(1);
    const waiting = await server.townperk("admin", "requests", "list");
    expect(waiting).toContain(strangers.name);
  });
}
