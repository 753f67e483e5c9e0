import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "a password for the tests";

test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page, server }) => {
  const answer = await page.request.post(`${server.url}/api/admin/login`, {
    data: { password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
});

async function expectScreen(page: Page, title: string) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText(/^Loading/)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

test("an article comes from a file, is previewed, saves itself, is published and deleted", async ({
  page,
}) => {
  await page.goto("/admin/blog");
  await expectScreen(page, "Blog Management");
  await page.getByRole("link", { name: "New Article" }).click();
  await expectScreen(page, "New Article");
  const upload = page.getByLabel("Upload Markdown");
  await upload.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await expect(page.getByText("Please upload a markdown (.md) file")).toBeVisible();
  const text = "# Beans\n\nFresh beans make better coffee. [Nowhere](/coffee-shops/nowhere)\n";
  await upload.setInputFiles({
    name: "fresh-beans.md",
    mimeType: "text/markdown",
    buffer: Buffer.from(text),
  });
  await expect(page.getByLabel("Title")).toHaveValue("Fresh Beans");
  await expect(page.getByLabel("Slug")).toHaveValue("fresh-beans");
  await expect(page.getByRole("heading", { name: "Links that lead nowhere" })).toBeVisible();
  await expect(page.getByText("Draft saved", { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(/\/admin\/blog\/articles\//);
  await page.reload();
  await expectScreen(page, "Edit Article");
  await expect(page.getByLabel("Title")).toHaveValue("Fresh Beans");

  await page.getByLabel("Published").check();
  await page.getByRole("button", { name: "Publish Article" }).click();
  await expect(page.getByText("Article published")).toBeVisible();
  await page.getByLabel("Slug").fill("better-beans");
  await page.getByRole("button", { name: "Update Article" }).click();
  await expect(page.getByText("Article published")).toBeVisible();
  await page.goto("/blog/fresh-beans");
  await expect(page).toHaveURL(/\/blog\/better-beans$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fresh Beans");

  await page.goto("/admin/blog");
  await page.getByRole("button", { name: "Delete Fresh Beans" }).click();
  await page.getByRole("button", { name: "Delete article" }).click();
  await expect(page.getByText("Article deleted")).toBeVisible();
  await expect(page.getByRole("link", { name: "Fresh Beans" })).toHaveCount(0);
});

for (const width of [390, 1280]) {
  test(`each screen fits ${width} pixels and is accessible`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, title] of [
      ["/analytics", "Analytics"],
      ["/analytics?by=month", "Analytics"],
      ["/admin/newsletter", "Newsletter"],
      ["/admin/outbox", "Outbox"],
      ["/admin/privacy", "Privacy"],
      ["/admin/operator", "Operator"],
    ] as const) {
      await page.goto(path);
      await expectScreen(page, title);
    }
  });
}

test("somebody who asks gets an export and is erased", async ({ page, server }) => {
  const email = "reader@home.example";
  await page.request.post(`${server.url}/api/newsletter/subscribe`, { data: { email } });
  await page.goto("/admin/privacy");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Find Person" }).click();
  await expect(page.getByText("Newsletter: 1 record")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Erase Person" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Erase person" }).click();
  await expect(page.getByText(`${email} is erased`)).toBeVisible();
  await expectAccessible(page);
});

test("the newsletter is paused and resumed", async ({ page }) => {
  await page.goto("/admin/newsletter");
  await page.getByRole("button", { name: "Pause Newsletter" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause newsletter" }).click();
  await expect(page.getByText(/^Paused since/)).toBeVisible();
  await page.getByRole("button", { name: "Resume Newsletter" }).click();
  await expect(page.getByRole("button", { name: "Pause Newsletter" })).toBeVisible();
});
