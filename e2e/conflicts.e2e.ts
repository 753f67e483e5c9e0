import type { Browser, Page } from "@playwright/test";
import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import type { Server } from "./server.ts";
import { listOwnShop } from "./shop-people.ts";
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
  // The menu's counts would otherwise be refused after the log-out.
  const counted = page.waitForResponse(/\/api\/admin\/counts/);
  await page.goto("/admin/cities");
  await counted;
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

/** Calls the API as the administrator. */
async function send(
  page: Page,
  server: Server,
  method: "post" | "put",
  path: string,
  data: object,
) {
  const headers = { origin: server.url };
  const answer = await page.request[method](`${server.url}${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

test("two browsers describe a city, and the second chooses which words stay", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  complaints.tolerate(/409/);
  const other = await otherBrowser(browser, server);
  const description = (one: Page) => one.getByLabel(/^Description/);
  const press = (one: Page) => one.getByRole("button", { name: "Save", exact: true }).click();
  for (const one of [page, other]) {
    await one.goto("/admin/cities");
    await one
      .getByRole("button", { name: /^Edit [A-Z]/ })
      .first()
      .click();
  }
  await description(page).fill("A town on the river.");
  await description(other).fill("A town by the tracks.");
  await press(page);
  await expect(page.getByText("City updated")).toBeVisible();
  await press(other);
  const notice = other.getByRole("region", { name: /^Someone else edited this city/ });
  await expect(notice).toBeFocused();
  await expect(notice).toContainText("river");
  await notice.getByRole("radio", { name: "Keep what I typed" }).check();
  await press(other);
  await expect(other.getByText("City updated")).toBeVisible();
  await page.reload();
  await expect(page.getByText("A town by the tracks.")).toBeVisible();
  await other.context().close();
});

test("two browsers write a shop's story, and the second chooses which words stay", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  complaints.tolerate(/409/);
  const { id } = await shopAt(page, 3);
  const other = await otherBrowser(browser, server);
  const story = (one: Page) => one.getByLabel(/^Main story/);
  const press = (one: Page) => one.getByRole("button", { name: "Save story" }).click();
  for (const one of [page, other]) {
    await one.goto(`/admin/coffee-shops/${id}`);
    await expect(story(one)).toBeVisible();
  }
  await story(page).fill("The bridge is the oldest of the state.");
  await story(other).fill("The mill is the oldest of the state.");
  await press(page);
  await expect(page.getByText("Local Vibes updated")).toBeVisible();
  await press(other);
  const notice = other.getByRole("region", { name: /^Someone else edited this story/ });
  await expect(notice).toBeFocused();
  await notice.getByRole("radio", { name: "Use what's saved now" }).check();
  await press(other);
  await expect(other.getByText("Local Vibes updated")).toBeVisible();
  await expect(story(other)).toHaveValue("The bridge is the oldest of the state.");
  await other.context().close();
});

test("an article's unsaved text meets a version that another browser has saved", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  complaints.tolerate(/409/);
  const path = "/api/admin/blog/articles";
  const draft = { title: "Two Kettles", content: "Old.", isPublished: true };
  const { id, version } = await send(page, server, "post", path, draft);
  const other = await otherBrowser(browser, server);
  const text = other.getByRole("textbox", { name: "Text" });
  await other.goto(`/admin/blog/articles/${id}`);
  await text.fill("Typed and not saved.");
  const newer = { ...draft, content: "Newer.", version };
  await send(page, server, "put", `${path}/${id}`, newer);
  await other.reload();
  await expect(text).toHaveValue("Newer.");
  await other.getByRole("button", { name: "Bring my changes back" }).click();
  await expect(text).toHaveValue("Typed and not saved.");
  await other.getByRole("button", { name: "Update Article" }).click();
  const notice = other.getByRole("region", { name: /^Someone else edited this article/ });
  await expect(notice).toBeFocused();
  await notice.getByRole("radio", { name: "Keep what I typed" }).check();
  await other.getByRole("button", { name: "Update Article" }).click();
  await expect(other.getByText("Article published")).toBeVisible();
  const after = await (await page.request.get(`${path}/${id}`)).json();
  expect(after.content).toBe("Typed and not saved.");
  // Nothing of it waits on the device any more.
  await other.reload();
  await expect(text).toHaveValue("Typed and not saved.");
  await expect(other.getByText(/unsaved changes/i)).toHaveCount(0);
  await other.context().close();
});

test("undoing a change names the later one of another browser, and undoes both", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  complaints.tolerate(/409/);
  const { id, name } = await shopAt(page, 4);
  const address = `/admin/coffee-shops/${id}`;
  const other = await otherBrowser(browser, server);
  await page.goto(address);
  await page.getByLabel(/^Name/).fill("Red Door");
  await save(page);
  await saved(page);
  await other.goto(address);
  await other.getByLabel(/^Name/).fill("Green Door");
  await save(other);
  await saved(other);

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText(/the administrator changed the shop's facts/)).toBeVisible();
  await page.getByRole("button", { name: "Undo both" }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  const shop = await (await page.request.get(`/api${address}`)).json();
  expect(shop.name).toBe(name);
  await other.context().close();
});

test("an owner's sign-out asks about words in another tab, and deletes them in both", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const typing = await context.newPage();
  const shop = await listOwnShop(typing, server, "The Two Tabs");
  await typing.goto(`/your-shop/${shop.slug}`);
  await typing.getByRole("button", { name: "Edit phone and website" }).click();
  await typing.getByRole("textbox", { name: /^Phone/ }).fill("318-555-0142");
  const leaving = await context.newPage();
  await leaving.goto("/your-shop");
  await leaving.getByRole("button", { name: "Sign out", exact: true }).click();
  const dialog = leaving.getByRole("alertdialog", { name: "Sign out without saving?" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await expect(dialog).toHaveCount(0);
  await typing.reload();
  await expect(typing.getByRole("button", { name: "Send me a code" })).toBeVisible();
  // A closed tab has nothing to lose.
  await listOwnShop(leaving, server, "The Closed Tab");
  await typing.close();
  await leaving.goto("/your-shop");
  await leaving.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(leaving.getByRole("button", { name: "Sign out", exact: true })).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await context.close();
});

test("whoever logs out is asked about their own words alone, and another's in the same browser stay", async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  const typing = await context.newPage();
  const shop = await listOwnShop(typing, server, "The Shared Browser");
  await typing.goto(`/your-shop/${shop.slug}`);
  await typing.getByRole("button", { name: "Edit phone and website" }).click();
  const phone = typing.getByRole("textbox", { name: /^Phone/ });
  await phone.fill("318-555-0142");
  const leaving = await context.newPage();
  await logIn(leaving, server);
  // The menu's counts would otherwise be refused after the log-out.
  const counted = leaving.waitForResponse(/\/api\/admin\/counts/);
  await leaving.goto("/admin/cities");
  await counted;
  await leaving.getByRole("button", { name: "Logout" }).click();
  await expect(leaving).toHaveURL(/\/$/);
  await typing.reload();
  await expect(phone).toHaveValue("318-555-0142");
  await context.close();
});
