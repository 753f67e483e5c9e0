import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { expectScreen, WIDTHS } from "./owners.ts";
import type { Server } from "./server.ts";
import { listOwnShop, type OwnShop } from "./shop-people.ts";

const run = promisify(execFile);

// Half a year passes: the hours are old, and the job that asks is due again.
const HALF_A_YEAR = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=30)
with database:
    database.execute("BEGIN IMMEDIATE")
    database.execute(
        "UPDATE shops SET opening_hours = 'Mo-Fr 07:00-15:00', hours = 'Mo-Fr 07:00-15:00', "
        "hours_confirmed_at = '2020' || substr(created_at, 5), version = version + 1 WHERE slug = ?",
        (sys.argv[2],),
    )
    database.execute("DELETE FROM hours_questions")
    database.execute("DELETE FROM jobs WHERE kind = 'your-shop.ask-hours'")
`;

/** The email that asks whether the hours of a new shop are right. */
async function asked(page: Page, server: Server, name: string) {
  const shop: OwnShop = await listOwnShop(page, server, name);
  await server.leave();
  await run("python3", ["-c", HALF_A_YEAR, server.database, shop.slug]);
  await server.comeBack();
  await page.context().clearCookies();
  return { shop, mail: await mailTo(server.mails, shop.owner, 0, "/confirm-hours#token=") };
}

test.afterEach(({ server }) => server.comeBack());

for (const width of WIDTHS) {
  test(`hours are confirmed from the email with one press, ${width} px wide`, async ({
    page,
    server,
    complaints,
  }) => {
    // A link that was used answers 409.
    complaints.tolerate(/409 \(Conflict\)/);
    await page.setViewportSize({ width, height: 844 });
    const { shop, mail } = await asked(
      page,
      server,
      width === 390 ? "Juniper Row" : "Copper Finch",
    );
    const link = linkIn(mail, "/confirm-hours");
    await page.goto(link);
    await expect(page.getByText(`This is what visitors of ${shop.name} see:`)).toBeVisible();
    await expectScreen(page, "Are your hours still right?");
    await page.getByRole("button", { name: "Still right" }).click();
    await expect(page.getByText(/the hours were confirmed today/)).toBeVisible();
    await expectScreen(page, "Are your hours still right?");
    // It was used, and is no way in.
    await page.goto("/");
    await page.goto(link);
    await expect(page.getByText(/This link was already used/)).toBeVisible();
    await page.goto("/your-shop");
    await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
  });

  test(`hours are changed from the email without signing in, ${width} px wide`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const { shop, mail } = await asked(page, server, width === 390 ? "Millstone" : "Sunday Porch");
    await page.goto(linkIn(mail, "/change-hours"));
    await page.getByRole("button", { name: "Change these hours" }).click();
    const week = page.getByRole("region", { name: "Opening hours" });
    const saturday = week.getByRole("group", { name: /^Saturday/ });
    await saturday.getByRole("radio", { name: "24 hours" }).check();
    await expectScreen(page, "Change your hours");
    await week.getByRole("button", { name: "Save the week" }).click();
    await expect(page.getByText("Visitors can see it now.")).toBeVisible();
    const answer = await page.request.get(`${server.url}/api/your-shop/${shop.slug}`);
    expect(answer.status(), "nobody is signed in").toBe(401);
    const after = await page.request.get(`${server.url}/api/coffee-shops/${shop.slug}`);
    expect(JSON.stringify(await after.json())).toContain("Sat");
    // A reload in this tab goes on.
    await page.reload();
    await expect(page.getByRole("button", { name: "Save the week" })).toBeVisible();
  });
}
