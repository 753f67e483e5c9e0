import { expect, test } from "./fixtures.ts";
import { codeIn, linkIn, mailTo } from "./mailbox.ts";
import { expectScreen, WIDTHS } from "./owners.ts";
import { listOwnShop } from "./shop-people.ts";

for (const width of WIDTHS) {
  test(`an owner invites a manager, who edits, and removes them, ${width} px wide`, async ({
    page,
    server,
    browser,
    complaints,
  }) => {
    // A removed manager is refused.
    complaints.tolerate(/403 \(Forbidden\)/);
    await page.setViewportSize({ width, height: 844 });
    const shop = await listOwnShop(
      page,
      server,
      width === 390 ? "Blue Lantern" : "Wren and Willow",
    );
    const list = await server.townperk("admin", "claims", "list");
    const id = new RegExp(`^(\\S+) {2}Pending {2}${shop.name}`, "m").exec(list)?.[1] ?? "";
    await server.townperk("admin", "claims", "approve", id);

    await page.goto(`/your-shop/${shop.slug}`);
    const helpers = page.getByRole("region", { name: "People who help" });
    await helpers.getByRole("button", { name: "Send an invitation" }).click();
    await expect(helpers.getByText(/Valid email is required/).first()).toBeVisible();
    const kay = `kay-${width}@helper.example`;
    await helpers.getByLabel(/^Email address of who/).fill(kay);
    await helpers.getByRole("button", { name: "Send an invitation" }).click();
    await expect(helpers.getByText(/the link works until/)).toBeVisible();
    await expectScreen(page, shop.name);

    const context = await browser.newContext({ viewport: { width, height: 844 } });
    const theirs = await context.newPage();
    const invitation = await mailTo(server.mails, kay, 0, "/join-shop#token=");
    expect(invitation.text).toContain(shop.owner);
    await theirs.goto(server.url + linkIn(invitation, "/join-shop"));
    await expectScreen(theirs, `Help manage ${shop.name}`);
    await theirs.getByRole("button", { name: "Accept with a code by email" }).click();
    const code = codeIn(await mailTo(server.mails, kay, 0, "/confirm-manager#token="));
    await theirs.getByLabel(/^Code/).fill(code);
    await theirs.getByRole("button", { name: "Accept" }).click();
    await expectScreen(theirs, `You help manage ${shop.name}`);
    await theirs.getByRole("link", { name: `Open ${shop.name}` }).click();
    await expect(theirs.getByRole("heading", { level: 1 })).toHaveText(shop.name);
    await expect(theirs.getByRole("button", { name: "Transfer to someone else" })).toHaveCount(0);
    await theirs.getByRole("button", { name: "Edit phone and website" }).click();
    await theirs.getByRole("textbox", { name: /Phone/ }).fill("318 555 0142");
    await theirs.getByRole("button", { name: "Save" }).click();
    await expect(theirs.getByText("Visitors can see it now.")).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Stop managing this shop" })).toBeVisible();
    // A link half below the bar is too small a target for axe.
    await theirs.evaluate(() => scrollTo(0, 0));
    await expectScreen(theirs, shop.name);

    await page.reload();
    await expect(page.locator("#changes")).toContainText(kay);
    await helpers.getByRole("button", { name: `Remove ${kay}` }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(helpers.getByText(kay)).toHaveCount(0);
    await theirs.reload();
    await expect(theirs.getByText("This coffee shop isn't yours")).toBeVisible();
    await context.close();
  });
}
