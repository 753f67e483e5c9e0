import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "./fixtures.ts";
import { expectScreen, WIDTHS } from "./owners.ts";
import { listOwnShop } from "./shop-people.ts";

const run = promisify(execFile);

/** The pass in a letter's links: the letter itself is written on the first days of a month alone. */
const PASS = `
import hashlib, hmac, sqlite3, sys, uuid
base = sqlite3.connect(sys.argv[1])
def id_of(value):
    return uuid.UUID(bytes=value) if isinstance(value, bytes) else uuid.UUID(value)
letters, owner = base.execute(
    "SELECT l.id, s.owner_id FROM monthly_letters l JOIN shops s ON s.id = l.shop_id WHERE s.slug = ?",
    [sys.argv[2]]).fetchone()
key = base.execute("SELECT secret FROM keys WHERE purpose = 'hash'").fetchone()[0]
message = b"monthly letter\\0" + id_of(letters).bytes + id_of(owner).bytes
print(id_of(letters).hex + hmac.new(key.encode(), message, hashlib.sha256).digest()[:16].hex())
`;

for (const width of WIDTHS) {
  test(`a letter's link turns it off without signing in or a script, ${width} px wide`, async ({
    page,
    server,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const shop = await listOwnShop(page, server, width < 500 ? "Postal Pour" : "Envelope Espresso");
    const list = await server.townperk("admin", "claims", "list");
    const id = new RegExp(`^(\\S+) {2}Pending {2}${shop.name}`, "m").exec(list)?.[1] ?? "";
    await server.townperk("admin", "claims", "approve", id);
    const path = `${server.url}/api/your-shop/${shop.slug}/monthly-letter`;
    const headers = { origin: server.url };
    const isOn = async () =>
      ((await (await page.request.get(path)).json()) as { isOn: boolean }).isOn;
    for (const isOn of [false, true]) await page.request.put(path, { headers, data: { isOn } });
    const { stdout } = await run("python3", ["-c", PASS, server.database, shop.slug]);
    const link = `${server.url}/monthly-letter/off?letter=${stdout.trim()}`;

    const mailbox = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 844 },
    });
    const reader = await mailbox.newPage();
    await reader.goto(link);
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("Stop the monthly letter?");
    await expect(reader.getByText(shop.name).first()).toBeVisible();
    // A scanner that follows the link changes nothing.
    expect(await isOn()).toBe(true);
    await reader.getByRole("button", { name: "Stop the letter" }).click();
    await expect(reader.getByRole("heading", { level: 1 })).toHaveText("The letter is off");
    expect(await isOn()).toBe(false);
    await mailbox.close();

    // A mail program's own button (RFC 8058): no cookie, no redirect.
    await page.request.put(path, { headers, data: { isOn: true } });
    const program = await fetch(link, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(program.status).toBe(200);
    expect(await isOn()).toBe(false);

    await page.goto(link);
    await expectScreen(page, "The letter is off");
    await page.getByRole("link", { name: /turn the letter on again/ }).click();
    const letter = page.getByRole("checkbox", { name: "Email me the results of each month" });
    await expect(letter).not.toBeChecked();
  });
}
