import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { copyPicture } from "./clipboard.ts";
import { expect, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";

/** Robots aren't counted, and the default user agent reveals automation. */
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const PASSWORD = "a password for the tests";

test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page, server }) => {
  const answer = await page.request.post(`${server.url}/api/admin/login`, {
    data: { password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
});

/** Expects a screen of the admin panel, found by its heading. Where axe looks at the same screen elsewhere, that is enough. */
async function expectShown(page: Page, title: string) {
  await expect(page.getByRole("heading", { level: 2, name: title, exact: true })).toBeVisible();
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
}

/** The same, and that axe finds nothing there. */
async function expectScreen(page: Page, title: string) {
  await expectShown(page, title);
  await expectAccessible(page);
}

const markdown = (name: string, text: string) => ({
  name,
  mimeType: "text/markdown",
  buffer: Buffer.from(text),
});

const confirm = (page: Page, verb: string) =>
  page.getByRole("alertdialog").getByRole("button", { name: verb }).click();

/** A value for a date-and-time field, this many seconds from now by the browser's clock. */
const secondsAhead = (page: Page, seconds: number) =>
  page.evaluate((ahead) => {
    const now = new Date();
    const local = now.getTime() - now.getTimezoneOffset() * 60_000 + ahead * 1000;
    return new Date(local).toISOString().slice(0, 19);
  }, seconds);

test("an article comes from a file, is mended, saves itself, is published, moved and deleted", async ({
  page,
}) => {
  await page.goto("/admin/blog");
  await expectShown(page, "Blog Management");
  await page.getByRole("link", { name: "New Article" }).click();
  await expectScreen(page, "New Article");
  const upload = page.getByLabel("Upload Markdown");
  await upload.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByText("Invalid File", { exact: true })).toBeVisible();
  await expect(page.getByText("Please upload a markdown (.md) file")).toBeVisible();

  const text = "# Beans\n\nFresh beans make better coffee. [Nowhere](/coffee-shops/nowhere)\n";
  await upload.setInputFiles(markdown("fresh-beans.md", text));
  await expect(page.getByLabel("Title")).toHaveValue("Fresh Beans");
  await expect(page.getByLabel("Slug")).toHaveValue("fresh-beans");
  await expect(page.getByLabel("Excerpt")).toHaveValue(/^Fresh beans make better coffee\./);
  await expect(page.getByRole("heading", { name: "Broken links" })).toBeVisible();
  await expect(
    page.locator(".markdown-preview").getByRole("heading", { name: "Beans" }),
  ).toBeVisible();
  await expect(page.getByText("Draft saved", { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(/\/admin\/blog\/articles\//);
  await page.reload();
  await expectScreen(page, "Edit Article");
  await expect(page.getByLabel("Title")).toHaveValue("Fresh Beans");

  await page.getByLabel("Published").check();
  await page.getByRole("button", { name: "Publish Article" }).click();
  // Broken links are reported before readers meet them.
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("/coffee-shops/nowhere");
  await question.getByRole("button", { name: "Keep editing" }).click();
  const body = page.getByRole("textbox", { name: "Text" });
  await body.fill("# Beans\n\nFresh beans make better coffee.\n");
  await page.getByRole("button", { name: "Publish Article" }).click();
  await expect(page.getByText("Article published")).toBeVisible();

  await page.getByLabel("Slug").fill("better-beans");
  await page.getByRole("button", { name: "Update Article" }).click();
  await expect(page.getByRole("link", { name: "View on the site" })).toHaveAttribute(
    "href",
    "/blog/better-beans",
  );
  await page.goto("/blog/fresh-beans");
  await expect(page).toHaveURL(/\/blog\/better-beans$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fresh Beans");

  await page.goto("/admin/blog");
  await page.getByRole("button", { name: "Delete Fresh Beans" }).click();
  await confirm(page, "Delete article");
  await expect(page.getByText("Article deleted")).toBeVisible();
  await expect(page.getByRole("link", { name: "Fresh Beans", exact: true })).toHaveCount(0);
});

test("an article that is scheduled comes out by itself", async ({ page, server }) => {
  await page.goto("/admin/blog/new");
  await page
    .getByLabel("Upload Markdown")
    .setInputFiles(markdown("slow-drip.md", "Take your time."));
  await page.getByLabel("Published").check();
  await page.getByLabel("Publish date").fill(await secondsAhead(page, 30));
  await page.getByRole("button", { name: "Publish Article" }).click();
  await expect(page.getByText("Article scheduled")).toBeVisible();
  const before = await page.request.get(`${server.url}/blog/slow-drip`);
  expect(before.status()).toBe(404);
  await expect(async () => {
    const answer = await page.request.get(`${server.url}/blog/slow-drip`);
    expect(answer.status()).toBe(200);
  }).toPass({ timeout: 60_000 });
  await page.goto("/blog");
  await expect(page.getByRole("link", { name: "Slow Drip" }).first()).toBeVisible();
});

test("what was typed outlives a closed tab and an ended session", async ({
  page,
  context,
  complaints,
}) => {
  complaints.tolerate(/status of 401/);
  await page.goto("/admin/blog/new");
  await page.getByLabel("Excerpt").fill("In two halves.");
  await page.getByRole("textbox", { name: "Text" }).fill("It begins here");
  await page.close({ runBeforeUnload: false });
  const later = await context.newPage();
  await later.goto("/admin/blog/new");
  await expect(later.getByText("Unsaved changes restored.")).toBeVisible();
  await expect(later.getByLabel("Excerpt")).toHaveValue("In two halves.");
  await expect(later.getByRole("textbox", { name: "Text" })).toHaveValue("It begins here");

  await context.clearCookies();
  await later.getByRole("textbox", { name: "Text" }).fill("It begins here, and goes on");
  // Last: without a title nothing is saved by itself, so no dialog comes in between.
  await later.getByLabel("Title").fill("Half a thought");
  const dialog = later.getByRole("dialog", { name: "Please sign in again" });
  await expect(dialog).toBeVisible({ timeout: 15_000 });
  await dialog.getByLabel(/^Password/).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Login" }).click();
  await expect(later.getByText("Draft saved", { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(later.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(later.getByRole("textbox", { name: "Text" })).toHaveValue(
    "It begins here, and goes on",
  );
});

test("of two editors the second is told, and loses nothing", async ({
  page,
  context,
  complaints,
}) => {
  complaints.tolerate(/status of 409/);
  await page.goto("/admin/blog/new");
  await page.getByLabel("Upload Markdown").setInputFiles(markdown("two-cooks.md", "One broth."));
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page).toHaveURL(/\/admin\/blog\/articles\//);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole("textbox", { name: "Text" }).fill("Another broth.");
  await other.getByRole("button", { name: "Save Draft" }).click();
  await expect(other.getByText("Draft saved", { exact: true }).first()).toBeVisible();

  await page.getByRole("textbox", { name: "Text" }).fill("My broth.");
  await page.getByRole("button", { name: "Save Draft" }).click();
  const notice = page.getByRole("region", { name: /^Someone else edited this article/ });
  await expect(notice).toBeFocused();
  // The words that differ are marked one by one.
  await expect(notice).toContainText("Another");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("My broth.");
  await notice.getByRole("radio", { name: "Use what's saved now" }).check();
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Another broth.");
});

test("a test letter is sent, and the newsletter is paused and resumed", async ({
  page,
  server,
}) => {
  await page.goto("/admin/newsletter");
  await expect(page.frameLocator('iframe[title="Next issue"]').locator("body")).not.toBeEmpty();
  await page.getByLabel("Send a test to").fill("me@home.example");
  await page.getByRole("button", { name: "Send Test" }).click();
  const mail = await mailTo(server.mails, "me@home.example");
  expect(mail.subject).toMatch(/^\[Test\] /);

  await page.getByRole("button", { name: "Pause Newsletter" }).click();
  await confirm(page, "Pause newsletter");
  await expect(page.getByText(/^Paused since/)).toBeVisible();
  await page.getByRole("button", { name: "Resume Newsletter" }).click();
  await expect(page.getByRole("button", { name: "Pause Newsletter" })).toBeVisible();
});

test("a month of traffic is looked at and exported", async ({
  page,
  server,
  directory: { shop },
}) => {
  const track = async (event: Record<string, unknown>) => {
    const headers = { "user-agent": BROWSER };
    const answer = await page.request.post(`${server.url}/api/analytics/track`, {
      data: event,
      headers,
    });
    expect(answer.status()).toBe(202);
  };
  const { id } = await (await page.request.get(`/api/coffee-shops/${shop.slug}`)).json();
  await track({ eventType: "page_view", coffeeShopId: id });
  await track({ eventType: "search", query: "bunkie la", results: 0 });
  await page.goto("/analytics");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Total Page Views")).toBeVisible({ timeout: 5000 });
    await expect(page.getByRole("rowheader", { name: "bunkie la" })).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 40_000 });
  await expectScreen(page, "Analytics");
  await expect(page.getByRole("link", { name: shop.name }).first()).toBeVisible();
  await page.getByRole("link", { name: "List towns near it: bunkie la" }).click();
  await expectScreen(page, "Towns Near a Search");
  await expect(page.getByText("100 miles of Bunkie, LA")).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "6 months" }).click();
  await expect(page).toHaveURL(/by=month/);
  const chart = page.locator("figure").filter({ hasText: "Page views" }).first();
  await chart.getByText("Data table").click();
  const downloading = page.waitForEvent("download");
  await chart.getByRole("button", { name: "Download as CSV" }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, "utf8")).toMatch(/views/i);
  await page.getByText("Data table").last().click();
  const money = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).last().click();
  const sums = await readFile(await (await money).path(), "utf8");
  expect(sums.split("\r\n")[0]).toBe(
    "Month,Monthly,One-time,Complimentary,Payments,Taken ($),Refunded ($),Kept ($)",
  );
});

test("Ctrl+Z takes back what the toolbar wrote, and a picture", async ({ page }) => {
  await page.goto("/admin/blog/new");
  const body = page.getByRole("textbox", { name: "Text" });
  await body.pressSequentially("Fresh beans");
  await body.press("ControlOrMeta+A");
  await page.getByRole("button", { name: "Bold" }).click();
  await expect(body).toHaveValue("**Fresh beans**");
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(body).toHaveValue("Fresh beans");
  await page.getByRole("button", { name: "Heading" }).click();
  await expect(body).toHaveValue("## Fresh beans");
  await page.keyboard.press("ControlOrMeta+Z");
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await expect(body).toHaveValue("## Fresh beans");
  await body.press("ControlOrMeta+End");

  await page.getByLabel("Add pictures").setInputFiles({
    name: "cup.png",
    mimeType: "image/png",
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 120 } }),
  });
  const dialog = page.getByRole("dialog", { name: "Add a picture" });
  await dialog.getByLabel("Description (alt text)").fill("A cup");
  await expect(dialog.getByText("Sent", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(body).toHaveValue(/^## Fresh beans\n\n!\[A cup\]/);
  await expect(body).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Z");
  await expect(body).toHaveValue("## Fresh beans");
});

test("a picture is pasted with its words, and an older version comes back", async ({ page }) => {
  await page.goto("/admin/blog/new");
  await page.getByLabel("Title").fill("One cup");
  const body = page.getByRole("textbox", { name: "Text" });
  await body.fill("Before the picture.");
  const picture = {
    name: "cup.png",
    mimeType: "image/png",
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 120 } }),
  };
  await page.getByLabel("Add pictures").setInputFiles(picture);
  const dialog = page.getByRole("dialog", { name: "Add a picture" });
  await dialog.getByLabel("Description (alt text)").fill("A cup [half full]");
  await expect(dialog.getByText("Sent", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(body).toHaveValue(
    /^Before the picture\.\n\n!\[A cup \\\[half full\\\]\]\(\/photos\//,
  );
  await expect(page.locator(".markdown-preview img")).toHaveAttribute("alt", "A cup [half full]");

  // Dropping a file works the same way.
  await body.dispatchEvent("drop", {
    dataTransfer: await page.evaluateHandle(
      ({ bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], "drop.png", { type: "image/png" }));
        return data;
      },
      { bytes: [...picture.buffer] },
    ),
  });
  await dialog.getByLabel("Description (alt text)").fill("A second cup");
  await expect(dialog.getByText("Sent", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(body).toHaveValue(/A second cup/);

  // So does pasting a picture that was copied elsewhere.
  await copyPicture(page);
  await body.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await dialog.getByLabel("Description (alt text)").fill("A third cup");
  await expect(dialog.getByText("Sent", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Add picture" }).click();
  await expect(body).toHaveValue(/!\[A third cup\]\(\/photos\//);

  await page.getByLabel("Published").check();
  await page.getByRole("button", { name: "Publish Article" }).click();
  await expect(page.getByText("Article published")).toBeVisible();
  await body.fill("No picture any more.");
  await page.getByRole("button", { name: "Update Article" }).click();
  await expect(page.getByText("Article published")).toBeVisible();
  await page.getByRole("link", { name: "History" }).click();
  await expectScreen(page, "Article History");
  await page
    .getByRole("link", { name: /^Changes on/ })
    .first()
    .click();
  await expect(page.locator(".compared ins").first()).toContainText("No picture any more.");
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^Restore version from/ })
    .first()
    .click();
  await expect(page.getByText("Version restored", { exact: true })).toBeVisible();
  await page.goto("/blog/one-cup");
  await expect(page.getByRole("img", { name: "A cup [half full]" })).toBeVisible();
  await expect(page.getByRole("img", { name: "A second cup" })).toBeVisible();
});

test("somebody who asks gets an export and is erased", async ({ page, server }) => {
  const email = "reader@home.example";
  await page.request.post(`${server.url}/api/newsletter/subscribe`, { data: { email } });
  await page.goto("/admin/privacy");
  await expectShown(page, "Privacy");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Find Person" }).click();
  await expectShown(page, email);
  await expect(page.getByRole("table", { name: "Newsletter: 1 record" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as JSON" }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, "utf8")).address).toBe(email);
  await page.getByRole("button", { name: "Erase Person" }).click();
  await confirm(page, "Erase person");
  await expect(page.getByText(`${email} is erased`)).toBeVisible();
  await expectAccessible(page);
});

test("failures say so, and what was typed stays", async ({ page, complaints }) => {
  complaints.tolerate(/status of 500/);
  const fail = (path: string) =>
    page.route(path, (route) =>
      route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 500 }),
    );
  await fail("**/api/admin/blog/articles");
  await page.goto("/admin/blog/new");
  await page.getByLabel("Title").fill("Unlucky");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page.getByText("Failed to create article")).toBeVisible();
  await page.unroute("**/api/admin/blog/articles");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page).toHaveURL(/\/admin\/blog\/articles\//);
  await fail("**/api/admin/blog/articles/*");
  await page.getByLabel("Title").fill("Still unlucky");
  await page.getByRole("button", { name: "Save Draft" }).click();
  await expect(page.getByText("Failed to update article")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Still unlucky");
  await page.goto("/admin/blog");
  await page.getByRole("button", { name: "Delete Unlucky" }).click();
  await confirm(page, "Delete article");
  await expect(page.getByText("Failed to delete article")).toBeVisible();
});

for (const width of [390, 1280]) {
  // The tabs themselves are in `panel-tabs.e2e.ts`.
  test(`the screens beside the tabs fit ${width} pixels and are accessible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, title] of [
      ["/analytics", "Analytics"],
      ["/analytics?by=month", "Analytics"],
      ["/admin/outbox?state=sent", "Outbox"],
      ["/admin/towns-near", "Towns Near a Search"],
    ] as const) {
      await page.goto(path);
      await expectScreen(page, title);
    }
  });
}
