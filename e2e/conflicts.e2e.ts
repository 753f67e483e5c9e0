import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import type { Server } from "./server.ts";
import { addWaitingStories } from "./waiting.ts";

const PASSWORD = "a password for two browsers";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

async function logIn(page: Page, server: Server) {
  const answer = await page.request.post(`${server.url}/api/admin/login`, {
    data: { password: PASSWORD },
    headers: { origin: server.url },
  });
  expect(answer.status()).toBe(200);
}

/** Another browser with a session of its own. */
async function otherBrowser(browser: Browser, server: Server) {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await logIn(page, server);
  return page;
}

const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).click();
const saved = (page: Page) => expect(page.getByText("Coffee shop updated").first()).toBeVisible();
const unsaved = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")));

test.beforeEach(async ({ page, server }) => logIn(page, server));

async function shopAt(page: Page, index: number) {
  const { shops } = await (await page.request.get("/api/admin/coffee-shops")).json();
  return shops[index] as { id: string; name: string };
}

test("two browsers change different fields of a shop, and both changes stay", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  complaints.tolerate(/409/);
  const { id } = await shopAt(page, 0);
  const other = await otherBrowser(browser, server);
  for (const one of [page, other]) await one.goto(`/admin/coffee-shops/${id}`);
  await page.getByLabel(/^Name/).fill("Red Door");
  await other
    .getByLabel(/^Description/)
    .first()
    .fill("A bakery by the river.");
  await save(page);
  await saved(page);
  await save(other);
  await saved(other);
  const shop = await (await page.request.get(`/api/admin/coffee-shops/${id}`)).json();
  expect(shop).toMatchObject({ name: "Red Door", description: "A bakery by the river." });
  await expect(other.getByLabel(/^Name/)).toHaveValue("Red Door");
  // What is saved leaves no draft behind.
  expect(await unsaved(other)).toEqual([]);
  await other.reload();
  await expect(other.getByLabel(/^Name/)).toHaveValue("Red Door");
  await expect(other.getByText("We kept what you typed.")).toHaveCount(0);
  await other.context().close();
});

test("a draft from before someone else's edit asks about what both changed", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  complaints.tolerate(/409/);
  const { id } = await shopAt(page, 1);
  const other = await otherBrowser(browser, server);
  for (const one of [page, other]) await one.goto(`/admin/coffee-shops/${id}`);
  await other.getByLabel(/^Name/).fill("Green Door");
  await page.getByLabel(/^Name/).fill("Red Door");
  await page.getByLabel(/^Hours/).fill("Mo-Fr 07:00-15:00");
  await save(page);
  await saved(page);
  await other.reload();
  await expect(other.getByText("We kept what you typed.")).toBeVisible();
  await expect(other.getByLabel(/^Name/)).toHaveValue("Green Door");
  await expect(other.getByLabel(/^Hours/)).toHaveValue("Mo-Fr 07:00-15:00");
  await save(other);
  const notice = other.getByRole("region", { name: /^Someone else edited this shop/ });
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();
  await expect(notice.getByRole("group")).toHaveCount(1);
  await expectAccessible(other);
  // Saving again without a choice leads back to the notice.
  await save(other);
  await expect(notice).toBeFocused();
  await notice.getByRole("radio", { name: "Keep what I typed" }).check();
  await save(other);
  await saved(other);
  const shop = await (await page.request.get(`/api/admin/coffee-shops/${id}`)).json();
  expect(shop).toMatchObject({ name: "Green Door", hours: "Mo-Fr 07:00-15:00" });
  await other.context().close();
});

test("logging out asks about unsaved words once, and then deletes them", async ({ page }) => {
  const { id } = await shopAt(page, 2);
  const address = `/admin/coffee-shops/${id}`;
  await page.goto(address);
  await page.getByLabel(/^Name/).fill("Never saved");
  await page.getByRole("button", { name: "Logout" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Log out without saving?" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Stay" }).click();
  expect(await unsaved(page)).toHaveLength(1);
  await page.getByRole("button", { name: "Logout" }).click();
  await dialog.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await unsaved(page)).toEqual([]);
});

test("logging out with nothing unsaved asks nothing", async ({ page }) => {
  await page.goto("/admin/cities");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("u takes back this browser's decisions only, and a held key decides once", async ({
  page,
  server,
  browser,
}) => {
  await addWaitingStories(server, 4);
  const other = await otherBrowser(browser, server);
  for (const one of [page, other]) await one.goto("/admin");
  const waiting = (one: Page) => one.getByRole("list", { name: "Waiting" }).getByRole("button");
  await expect(waiting(page)).toHaveCount(4);
  await expect(waiting(other)).toHaveCount(4);
  // The browser repeats the key while it is down.
  await page.keyboard.down("a");
  await expect(page.getByText(/^Approved: /)).toBeVisible();
  for (let times = 0; times < 5; times += 1) await page.keyboard.down("a");
  await page.keyboard.up("a");
  const left = async () => (await (await page.request.get("/api/admin/inbox")).json()).items.length;
  expect(await left()).toBe(3);

  await other.keyboard.press("u");
  await expect(other.getByText("There is nothing to undo")).toBeVisible();
  expect(await left()).toBe(3);
  await page.keyboard.press("u");
  await expect(page.getByText(/^Undone: Approved: /)).toBeVisible();
  expect(await left()).toBe(4);
  await other.context().close();
});
