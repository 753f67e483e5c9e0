import type { Browser, Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import type { Directory, Shop } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import { mailTo } from "./mailbox.ts";
import { hydrated } from "./pages.ts";
import type { Server } from "./server.ts";

const PASSWORD = "a password for journeys";
test.use({
  settings: {
    TOWNPERK_ADMIN_PASSWORD: PASSWORD,
    // One test waits for the mail to the sender, and undoes the decision after it.
    TOWNPERK_DECISION_MAIL_SECONDS: "2",
  },
});

const OWNER = "owner@bluedoor.example";

/** The six-digit code in the newest mail to `address`. */
async function codeTo(server: Server, address: string) {
  const { text } = await mailTo(server.mails, address);
  const code = /\b(\d{3}) ?(\d{3})\b/.exec(text);
  if (!code) throw new Error(`no code in:\n${text}`);
  return `${code[1]}${code[2]}`;
}

async function post(page: Page, path: string, data: unknown) {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Claims the shop, has the claim approved on the command line, and signs in. */
async function becomeOwner(page: Page, server: Server, { slug }: Shop) {
  const { id } = await post(page, `/api/coffee-shops/${slug}/claim`, {
    ownerName: "Jo Doe",
    ownerEmail: OWNER,
    businessRole: "Owner",
    ownerDescription: "Ours since 1998.",
  });
  const code = await codeTo(server, OWNER);
  await post(page, `/api/claims/${id}/confirm`, { code });
  await server.townperk("admin", "claims", "approve", id);
  await post(page, "/api/sign-in", { email: OWNER });
  await expect(async () => {
    const email = OWNER;
    await post(page, "/api/sign-in/code", { email, code: await codeTo(server, OWNER) });
  }).toPass();
}

async function signInAsAdministrator(page: Page) {
  await post(page, "/api/admin/login", { password: PASSWORD });
}

/** One of the town's shops without an owner, a different one for each test. */
async function unclaimed(server: Server, { shops }: Directory, place: number): Promise<Shop> {
  const answers = await Promise.all(
    shops.map(async ({ slug }) => {
      const answer = await fetch(`${server.url}/api/coffee-shops/${slug}`);
      return (await answer.json()) as Shop & { ownerId: string | null };
    }),
  );
  const shop = answers.filter(({ ownerId }) => ownerId === null)[place];
  if (!shop) throw new Error("the town has too few shops without an owner");
  return shop;
}

/** A separate browser with its own storage. */
async function stranger(browser: Browser, server: Server) {
  const context = await browser.newContext({ baseURL: server.url });
  return context.newPage();
}

async function send(page: Page, name: string) {
  await page.getByRole("button", { name }).click();
  await expect(page.getByRole("heading", { name: "We've got it" })).toBeFocused();
}

test("a stranger says that the hours are wrong, the owner accepts, the page shows it, and back", async ({
  page,
  browser,
  server,
  directory,
}) => {
  const shop = await unclaimed(server, directory, 0);
  await becomeOwner(page, server, shop);

  const visitor = await stranger(browser, server);
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(`/coffee-shops/${shop.slug}`);
  await hydrated(visitor);
  await visitor.getByRole("link", { name: "Wrong hours" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Wrong hours");
  await hydrated(visitor);
  await expectNoSidewaysScroll(visitor);
  await visitor.getByText("Hours as text").click();
  await visitor.getByRole("textbox", { name: /^Hours/ }).fill("Mon-Sat 6am-2pm");
  await visitor.getByRole("textbox", { name: /^Note/ }).fill("The sign on the door says so.");
  await visitor.getByRole("textbox", { name: /^Your email/ }).fill("ann@mail.example");
  await send(visitor, "Send Hours");
  await expectAccessible(visitor);
  const before = await (await page.request.get(`/api/coffee-shops/${shop.slug}`)).json();
  expect(before.openingHours).not.toBe("Mo-Sa 06:00-14:00");

  const told = await mailTo(server.mails, OWNER, 0, "#suggestions");
  expect(told.subject).toBe(`Are the hours for ${shop.name} right?`);
  expect(told.text).toContain(`/your-shop/${shop.slug}#suggestions`);
  expect(told.text, "nothing that a stranger typed").not.toContain("sign on the door");
  await page.goto(`/your-shop/${shop.slug}#suggestions`);
  const suggestions = page.getByRole("region", { name: "Suggestions from visitors" });
  await expect(suggestions.getByText("The sign on the door says so.")).toBeVisible();
  // The diff is word by word, with removed and added words marked.
  await expect(suggestions).toContainText(/6.* AM to .*2.* PM/);
  await expectAccessible(page);
  await suggestions.getByRole("textbox", { name: /Note to the sender/ }).fill("Thank you, Ann!");
  await suggestions.getByRole("button", { name: /^Apply all/ }).click();
  await expect(suggestions.getByText("Accepted", { exact: true })).toBeVisible();
  await visitor.goto(`/coffee-shops/${shop.slug}`);
  await expect(visitor.getByRole("main")).toContainText(/Friday.*6 AM – 2 PM/);
  const answer = await mailTo(server.mails, "ann@mail.example");
  expect(answer.text).toContain("Thank you, Ann!");

  await suggestions.getByRole("button", { name: /^Undo/ }).click();
  await expect(suggestions.getByText("Waiting", { exact: true })).toBeVisible();
  const after = await (await page.request.get(`/api/coffee-shops/${shop.slug}`)).json();
  expect(after.openingHours).toBe(before.openingHours);
});

test("a stranger suggests an edit, the administrator takes some of it, the page shows it, and back", async ({
  page,
  browser,
  server,
  directory,
}) => {
  const shop = await unclaimed(server, directory, 1);
  const visitor = await stranger(browser, server);
  await visitor.goto(`/suggest-edit/${shop.slug}`);
  await hydrated(visitor);
  // By keyboard alone.
  await visitor.getByRole("textbox", { name: /^Phone/ }).focus();
  await visitor.keyboard.press("ControlOrMeta+A");
  await visitor.keyboard.type("318 555 0177");
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.press("ControlOrMeta+A");
  await visitor.keyboard.type("newdoor.example");
  await send(visitor, "Send Suggestion");

  await signInAsAdministrator(page);
  await page.goto("/admin");
  const waiting = page.getByRole("list", { name: "Waiting" });
  await expect(waiting.getByRole("button", { name: /^Suggested edit/ })).toBeVisible();
  await page.goto("/admin/suggestions");
  const card = page.getByRole("article", { name: new RegExp(shop.name) });
  await expect(card.getByText("(318) 555-0177")).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("checkbox", { name: /suggestion for Website/ }).uncheck();
  await card.getByRole("button", { name: /^Apply 1 of 2/ }).click();
  await expect(card).toBeHidden();
  await visitor.goto(`/coffee-shops/${shop.slug}`);
  await expect(visitor.getByRole("main")).toContainText("(318) 555-0177");
  await expect(visitor.getByRole("main")).not.toContainText("newdoor.example");

  await page.getByRole("link", { name: "Decided" }).click();
  await expect(card.getByText("Some accepted")).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText(/^Undone/)).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("main")).not.toContainText("(318) 555-0177");
});

test("a chain is reported and taken off, a name is decided about, and both come back", async ({
  page,
  browser,
  server,
  directory,
}) => {
  const shop = await unclaimed(server, directory, 2);
  const visitor = await stranger(browser, server);
  await visitor.goto(`/suggest-edit/${shop.slug}?kind=chain`);
  await hydrated(visitor);
  await send(visitor, "Report as a Chain");

  await signInAsAdministrator(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/chains");
  const card = page.getByRole("article", { name: new RegExp(shop.name) });
  await expect(card).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card.getByRole("checkbox", { name: /Remember it/ }).check();
  await card.getByRole("button", { name: /^It's a chain/ }).click();
  await expect(page.getByText("No visitor has reported a chain.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Always a chain" })).toBeVisible();
  const path = `/api/coffee-shops/${shop.slug}`;
  expect((await visitor.request.get(path)).status()).toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card).toBeVisible();
  expect((await visitor.request.get(path)).status()).toBe(200);
  await expect(page.getByText("No names yet. The rules decide every name.")).toBeVisible();
  await card.getByRole("button", { name: /^It's not a chain/ }).click();
  await expect(card).toBeHidden();
});

test("what is wrong with a suggestion is told", async ({
  page,
  complaints,
  directory: { shop },
}) => {
  complaints.tolerate(/status of 400/);
  await page.goto(`/suggest-edit/${shop.slug}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Send Suggestion" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Nothing has changed" })).toBeVisible();
  await page.getByRole("textbox", { name: /^Phone/ }).fill("12");
  await page.getByRole("button", { name: "Send Suggestion" }).click();
  await expect(page.getByText("Please enter a valid US phone number")).toBeVisible();
  await expect(page.getByRole("textbox", { name: /^Phone/ })).toBeFocused();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
});

test("the page after a form without our script is accessible", async ({
  page,
  complaints,
  directory: { shop },
}) => {
  complaints.tolerate(/status of 400/);
  await page.goto(`/suggest-edit/${shop.slug}`);
  // axe needs a script, so here a script sends the form that the page has for browsers without one.
  await page.evaluate(() => {
    const plain = document.createElement("div");
    for (const { textContent } of document.querySelectorAll("noscript"))
      if (textContent?.includes("/send")) plain.innerHTML = textContent;
    const [phone] = plain.querySelectorAll<HTMLInputElement>("[name=phone]");
    if (phone) phone.value = "12";
    document.body.append(plain);
    plain.querySelector("form")?.submit();
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is a problem");
  await expect(page.getByRole("textbox", { name: /^Phone/ })).toHaveValue("12");
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a wrong phone number is suggested, after a mistake in it", async ({
    page,
    complaints,
    directory: { shop },
  }) => {
    complaints.tolerate(/status of 400/);
    await page.goto(`/coffee-shops/${shop.slug}`);
    for (const name of ["Save", "Been here", "Share"])
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    const link = page.getByRole("link", { name: "Suggest an edit" });
    await expect(link).toHaveAttribute("rel", "nofollow");
    await link.click();
    await expect(page.getByText("This form needs JavaScript.")).toBeHidden();
    await expect(page.getByRole("textbox", { name: /^Name/ })).toHaveValue(shop.name);
    const phone = page.getByRole("textbox", { name: /^Phone/ });
    const note = page.getByRole("textbox", { name: /^Note/ });
    await phone.fill("12");
    await note.fill("It is on the door.");
    await page.getByRole("button", { name: "Send Suggestion" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is a problem");
    await expect(page.getByRole("alert")).toContainText("Please enter a valid US phone number");
    await expect(phone).toHaveValue("12");
    await expect(phone).toHaveAttribute("aria-invalid", "true");
    await expect(note).toHaveValue("It is on the door.");
    await expectNoSidewaysScroll(page);
    await phone.fill("318-555-0188");
    await page.getByRole("button", { name: "Send Suggestion" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("We've got it");
    await page.getByRole("link", { name: `Back to ${shop.name}` }).click();
    await expect(page).toHaveURL(`/coffee-shops/${shop.slug}`);
  });

  test("wrong hours and a closed shop are reported", async ({ page, directory: { shops } }) => {
    const [, , shop] = shops;
    if (!shop) throw new Error("the town has too few shops");
    await page.goto(`/suggest-edit/${shop.slug}?kind=hours`);
    await page.getByRole("textbox", { name: /^Hours/ }).fill("Mon-Fri 7am-5pm");
    await page.getByRole("button", { name: "Send Hours" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("We've got it");
    await page.goto(`/suggest-edit/${shop.slug}?kind=closed`);
    await page.getByRole("button", { name: "Report as Closed" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("We've got it");
  });
});
