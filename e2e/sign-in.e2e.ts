import { expect, test } from "./fixtures.ts";
import { codeIn, linkIn, mailTo } from "./mailbox.ts";
import { expectScreen, expectShown, signIn, WIDTHS } from "./owners.ts";
import { hydrated } from "./pages.ts";

for (const width of WIDTHS) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("an owner comes in by the footer, with a code, and leaves again", async ({
      page,
      server,
    }) => {
      const address = `code-${width}@shop.example`;
      await page.goto("/contact");
      await hydrated(page);
      await page.getByRole("link", { name: "Owner sign-in" }).click();
      await expectShown(page, "Owner sign-in");
      await page.getByLabel("Email address").fill(address);
      await page.getByRole("button", { name: "Send me a code" }).click();
      await expectScreen(page, "Owner sign-in");
      const code = codeIn(await mailTo(server.mails, address));
      await page.getByLabel(/^Code/).fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expectScreen(page, "Your coffee shops");
      await expect(page.getByText("This browser")).toBeVisible();
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await expect(page).toHaveURL(/\/$/);
      await page.goto("/sign-in");
      await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
    });
  });
}

test("a mail's link signs in by a press, and not by being opened", async ({
  page,
  server,
  request,
}) => {
  const address = "link@shop.example";
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText(address)).toBeVisible();
  const link = linkIn(await mailTo(server.mails, address), "/sign-in");
  expect((await request.get(link, { headers: { accept: "text/html" } })).status()).toBe(200);

  await page.goto("/contact");
  await page.goto(link);
  await expectScreen(page, "Sign in");
  expect(page.url(), "the token leaves the address").not.toContain("token");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expectShown(page, "Your coffee shops");
});

test("a wrong code is said beside its field, and the right one still works", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/status of 400/);
  const address = "wrong@shop.example";
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Send me a code" }).click();
  const code = codeIn(await mailTo(server.mails, address));
  const field = page.getByLabel(/^Code/);
  await field.fill(code === "111111" ? "222222" : "111111");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await field.fill(code);
  await page.keyboard.press("Enter");
  await expectShown(page, "Your coffee shops");
});

test("a browser is signed out from another one", async ({ page, server, browser, baseURL }) => {
  const address = "two@shop.example";
  await signIn(page, server, address);
  const other = await browser.newContext({ baseURL: baseURL ?? "" });
  const there = await other.newPage();
  await signIn(there, server, address);
  await there.getByRole("button", { name: /^Sign out (?!everywhere)/ }).click();
  await expect(there.getByText("Signed out", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Send me a code" })).toBeVisible();
  await other.close();
});
