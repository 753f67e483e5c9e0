import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "a password for the site";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });
test.describe.configure({ mode: "serial" });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });
const undo = (page: Page) => page.getByRole("button", { name: "Undo", exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

// The tab itself is in `panel-tabs.e2e.ts`.
for (const width of [390, 1280])
  test(`the parts of the site are accessible, light and dark, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, title] of [
      ["/admin/site/pages", "Pages"],
      ["/admin/site/pages/imprint", "Imprint"],
      ["/admin/site/new-page", "New page"],
      ["/admin/site/formats", "Times and distances"],
      ["/admin/site/pages/imprint/versions", "Versions: Imprint"],
      ["/admin/site/look", "Look"],
      ["/admin/site/start", "First steps"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 2, name: title, exact: true })).toBeVisible();
      await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      await test.step(path, () => expectAccessibleInBothModes(page));
    }
  });

test("words start as shipped, reach the home page, and are undone", async ({ page }) => {
  await page.goto("/admin/site");
  await expect(page.getByLabel(/^Slogan/)).toHaveValue("Great Coffee Lives in Small Towns");
  await page.getByLabel(/^Name/).fill('Tar Heel "Coffee" ☕');
  await page.getByLabel(/^Region/).fill("North Carolina");
  await save(page).click();
  await expect(toast(page, "Words saved")).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveTitle('Tar Heel "Coffee" ☕: Great Coffee Lives in Small Towns');
  await expect(page.getByText("on the corner, in North Carolina. No chains")).toBeVisible();
  await page.goto("/admin/site");
  await page.getByLabel(/^Slogan/).fill("Pour over the Piedmont");
  await save(page).click();
  await expect(toast(page, "Words saved")).toBeVisible();
  await undo(page).click();
  await expect(toast(page, /^Undone/)).toBeVisible();
  await page.goto("/");
  await expect(
    page.getByRole("heading", { level: 1, name: "Great Coffee Lives in Small Towns" }),
  ).toBeVisible();
});

test("two people who change the same word both see what happened", async ({
  page,
  context,
  complaints,
}) => {
  complaints.tolerate(/409/);
  await page.goto("/admin/site");
  await page.getByLabel(/^Slogan/).fill("Mine");
  const other = await context.newPage();
  await other.goto("/admin/site");
  await other.getByLabel(/^Slogan/).fill("Theirs");
  await save(other).click();
  await expect(toast(other, "Words saved")).toBeVisible();
  await other.close();
  await save(page).click();
  await expect(page.getByText("Theirs").first()).toBeVisible();
  await expect(page.getByLabel(/^Slogan/)).toHaveValue("Mine");
});

test("a legal text becomes the operator's, and a new page is in the menu", async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/400/);
  await page.goto("/admin/site/pages");
  await page.getByRole("link", { name: "Imprint" }).click();
  await expect(page.getByText(/Still to fill in: your name/)).toBeVisible();
  const text = page.getByLabel(/^Text/);
  await text.fill("## Who\n\nJo Reader runs {name}.");
  await save(page).click();
  await expect(toast(page, "Page saved")).toBeVisible();
  await page.getByRole("link", { name: "Compare versions" }).click();
  const differences = page.getByRole("region", { name: "Differences" });
  await expect(differences.getByText("Jo Reader")).toBeVisible();
  await expect(page.getByLabel("Later")).toHaveValue(/^[0-9a-f-]{36}$/);
  await page.getByLabel("Earlier").selectOption({ index: 0 });
  await expect(differences.getByText("The two versions are the same.")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/imprint");
  await expect(page.getByText(/Jo Reader runs Tar Heel/)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Legal" })).toContainText("Imprint");

  await page.goto("/admin/site/new-page");
  await page.getByLabel(/^Title/).fill("About us");
  await page.getByLabel(/^End of the URL/).fill("terms");
  await page.getByLabel(/^Text/).fill("We **drink** coffee.");
  await page.getByLabel(/^Linked in/).selectOption("Menu");
  await page.getByRole("button", { name: "Add the page" }).click();
  await expect(page.getByText(/one of the site's own pages/).first()).toBeVisible();
  await expect(page.getByLabel(/^Text/)).toHaveValue("We **drink** coffee.");
  await page.getByLabel(/^End of the URL/).fill("about-us");
  await page.getByRole("button", { name: "Add the page" }).click();
  await expect(toast(page, "Page saved")).toBeVisible();
  await page.goto("/pages/about-us");
  await expect(page.getByRole("heading", { level: 1, name: "About us" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(
    page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "About us" }),
  ).toBeVisible();
});

test("colors are looked at, refused with the nearest that works, and saved", async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/400/);
  await page.goto("/admin/site/look");
  const main = page.getByLabel(/^Main color/);
  await expect(main).toHaveValue("#1d4c78");
  await main.fill("#ffffff");
  await expect(page.getByText(/The nearest that works is #/).first()).toBeVisible();
  await save(page).click();
  await expect(page.getByText(/The nearest that works is #/).first()).toBeVisible();
  await main.fill("#1f5f3a");
  await save(page).click();
  await expect(toast(page, "Look saved")).toBeVisible();
  await page.goto("/contact");
  const blue = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--blue"));
  expect(await blue()).toContain("#1f5f3a");
  await expectAccessible(page);

  await page.goto("/admin/site/look");
  const drawing = (inside: string) => ({
    name: "logo.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20">${inside}</svg>`,
    ),
  });
  await page.getByLabel("Your logo").setInputFiles(drawing("<script>alert(1)</script>"));
  await expect(page.getByText(/^The drawing has a script/).first()).toBeVisible();
  await page.getByLabel("Your logo").setInputFiles(drawing('<path d="M0 0h80v20z"/>'));
  await expect(toast(page, "Logo saved")).toBeVisible();
  await page.goto("/contact");
  await expect(page.locator(".site-name img")).toHaveAttribute("src", /site-logo/);
});

test("one press makes the demo real", async ({ page, server }) => {
  await page.goto("/admin/site");
  await page.getByRole("button", { name: "Remove the demo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove the demo" }).click();
  await expect(page.getByText(/^Removed: .*0 coffee shops stay\.$/)).toBeVisible();
  const home = await page.request.get(`${server.url}/`);
  expect(await home.text()).not.toContain("This is a demo");
});
