import { expect, test } from "./fixtures.ts";
import { codeIn, mailTo } from "./mailbox.ts";
import { expectScreen, WIDTHS } from "./owners.ts";
import type { Server } from "./server.ts";
import { listOwnShop, type OwnShop } from "./shop-people.ts";

/** Approves the claim that listing a shop opened. */
async function approve(server: Server, { name }: OwnShop) {
  const list = await server.townperk("admin", "claims", "list");
  const id = new RegExp(`^(\\S+) {2}Pending {2}${name}`, "m").exec(list)?.[1] ?? "";
  await server.townperk("admin", "claims", "approve", id);
}

for (const width of WIDTHS) {
  test(`an owner changes their address with two codes, ${width} px wide`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const shop = await listOwnShop(
      page,
      server,
      width < 500 ? "Moving Mailbox" : "Second Letter Slot",
    );
    await approve(server, shop);
    const next = `next-${width}@owner.example`;

    await page.goto(`/your-shop/${shop.slug}`);
    const region = page.getByRole("region", { name: "You and this shop" });
    await region.getByRole("button", { name: "Use another address" }).click();
    await region.getByRole("button", { name: "Send both codes" }).click();
    await expect(region.getByText(/Valid email is required/).first()).toBeVisible();
    await region.getByLabel("New email address").fill(next);
    await region.getByRole("button", { name: "Send both codes" }).click();
    await expect(region.getByText(`another one to ${next}`)).toBeVisible();
    await expectScreen(page, shop.name);

    const change = "wants to move your coffee shop";
    const old = codeIn(await mailTo(server.mails, shop.owner, 0, change));
    await region.getByLabel(/^Code/).fill(old);
    await region.getByRole("button", { name: "Confirm the old address" }).click();
    await expect(region.getByText("Your old address is confirmed.")).toBeVisible();
    const code = codeIn(await mailTo(server.mails, next, 0, "wants to use this email address"));
    await region.getByLabel(/^Code/).fill(code);
    await region.getByRole("button", { name: "Confirm the new address" }).click();
    await expect(page.getByText(`You now sign in as ${next}.`)).toBeVisible();
    await expect(region.getByRole("button", { name: "Use another address" })).toBeVisible();
    await expectScreen(page, shop.name);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.name);
    const session = await page.request.get(`${server.url}/api/session`);
    expect(JSON.stringify(await session.json())).toContain(next);
  });

  test(`an owner turns the monthly letter off and on, ${width} px wide`, async ({
    page,
    server,
    complaints,
  }) => {
    // A link that isn't ours answers 404.
    complaints.tolerate(/404 \(Not Found\)/);
    await page.setViewportSize({ width, height: 844 });
    const shop = await listOwnShop(page, server, width < 500 ? "Monthly Roast" : "Calendar Cup");
    await approve(server, shop);
    const figures = `/api/your-shop/${shop.slug}/figures`;
    const { lastMonth } = (await (await page.request.get(server.url + figures)).json()) as {
      lastMonth: { month: string; name: string };
    };
    // As the letter's link opens it.
    await page.goto(`/your-shop/${shop.slug}?month=${lastMonth.month}#figures`);
    const results = page.getByRole("region", { name: "Your page's results" });
    await expect(results.getByRole("button", { name: lastMonth.name })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await results.getByRole("button", { name: "30 days" }).click();
    await expect(results.getByRole("button", { name: lastMonth.name })).toHaveAttribute(
      "aria-pressed",
      "false",
    );
    const letter = results.getByRole("checkbox", { name: "Email me the results of each month" });
    await expect(letter).toBeChecked();
    await letter.click();
    await expect(page.getByText("The monthly letter is off")).toBeVisible();
    await expect(letter).not.toBeChecked();
    await page.reload();
    await expect(letter).not.toBeChecked();
    await letter.click();
    await expect(page.getByText("The monthly letter is on")).toBeVisible();
    await expect(letter).toBeChecked();
    await expectScreen(page, shop.name);

    await page.goto("/monthly-letter/off?letter=0");
    await expectScreen(page, "This link doesn't work");
  });
}
