import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { test as base, expect } from "./fixtures.ts";
import { codeIn, mailTo } from "./mailbox.ts";
import { expectScreen, heading, WIDTHS } from "./owners.ts";
import { hydrated } from "./pages.ts";

const run = promisify(execFile);

/** A shop's own website. Its file can be changed while it runs. */
interface Website {
  address: string;
  file: { text: string };
}

const test = base.extend<Record<never, never>, { website: Website }>({
  website: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture without others
    async ({}, use) => {
      const file = { text: "" };
      const site = createServer((request, response) => {
        if (request.url === "/.well-known/coffee-shop-claim.txt") response.end(file.text);
        else response.setHeader("content-type", "text/html").end("<h1>Our coffee</h1>");
      }).listen(0, "127.0.0.1");
      await once(site, "listening");
      const address = site.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      await use({ address: `127.0.0.1:${address.port}`, file });
      site.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ website }, use) =>
      use({
        TOWNPERK_OUTBOUND_ALLOW: website.address,
        TOWNPERK_CLAIMS_AUTO_APPROVE: "true",
      }),
    { scope: "worker" },
  ],
});

// A listing that nobody owns, with a website of its own for years.
const PREPARE = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=30)
with database:
    database.execute("BEGIN IMMEDIATE")
    database.execute(
        "UPDATE shops SET website = ?, website_since = '2020' || substr(created_at, 5), "
        "owner_id = NULL, submitter_id = NULL, provenance = '{\\"website\\":\\"osm\\"}', version = version + 1 WHERE slug = ?",
        (sys.argv[3], sys.argv[2]),
    )
`;

for (const [index, width] of WIDTHS.entries()) {
  test(`a claim with a file on the shop's website is approved at once, ${width} px wide`, async ({
    page,
    server,
    website,
    directory: { shops },
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const shop = shops[index + 4];
    if (!shop) throw new Error("too few shops");
    const url = `http://${website.address}/`;
    await server.leave();
    await run("python3", ["-c", PREPARE, server.database, shop.slug, url]);
    await server.comeBack();
    website.file.text = "";
    const address = `jo-${width}@gmail.com`;

    await page.goto(`/claim-business/${shop.slug}`);
    await hydrated(page);
    await page.getByLabel(/^Owner name/).fill("Jo Doe");
    await page.getByLabel(/^Owner email/).fill(address);
    await page.getByLabel(/^Your role/).fill("Owner");
    await page.getByLabel(/^Business description/).fill("We roast on Tuesdays.");
    await page.getByRole("button", { name: "Submit Claim" }).click();
    await expect(heading(page)).toHaveText(shop.name);
    const mail = await mailTo(server.mails, address);
    await page.getByLabel(/^Code/).fill(codeIn(mail));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText(/Your email address is at gmail\.com/)).toBeVisible();

    await page.goto("/your-shop");
    const section = page.getByRole("region", { name: "Your listings and claims" });
    const line = (await section.locator("code").textContent()) ?? "";
    expect(line).toMatch(/^coffee-shop-claim-[0-9a-f]{20}$/);
    const received = await mailTo(server.mails, address, 0, line);
    expect(received.text).toContain("coffee-shop-claim.txt");
    await expectScreen(page, "Your coffee shops");

    const check = section.getByRole("button", { name: /^Check my website/ });
    await check.click();
    await expect(section.getByText(/^We looked .*: the line is neither in/)).toBeVisible();
    await expectScreen(page, "Your coffee shops");
    website.file.text = `${line}\n`;
    await check.click();
    await expect(page.getByText(`${shop.name} is yours`, { exact: true })).toBeVisible();
    await expect(page.getByText("You own this listing.")).toBeVisible();
    await expect(section.getByText("Approved")).toBeVisible();
    await page.goto(`/your-shop/${shop.slug}`);
    await expect(heading(page)).toHaveText(shop.name);
  });
}
