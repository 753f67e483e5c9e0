import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { copyPicture } from "./clipboard.ts";
import { expect, test } from "./fixtures.ts";
import { linkIn, mailTo } from "./mailbox.ts";
import { hydrated } from "./pages.ts";
import { keptOffline, openShop, toggle } from "./passport.ts";
import { ownerScreens } from "./screens.ts";
import { listOwnShop, photo, signIn } from "./shop-people.ts";

// The mail about a rejected story is waited for, and no administrator's decision is undone here.
test.use({ settings: { TOWNPERK_DECISION_MAIL_SECONDS: "2" } });

/** Browsers log these for each API call without a network or after the session has ended. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch/;
const NO_SESSION = /401 \(Unauthorized\)/;
/** The server's answer to a file that isn't a photo. */
const NO_PHOTO = /400 \(Bad Request\)/;
const STALE = /409 \(Conflict\)/;

test.afterEach(({ server }) => server.comeBack());

const section = (page: Page, id: string) => page.locator(`#${id}`);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a shop's people keep its page true, from sign-in to the approved story", async ({
    page,
    server,
    browser,
  }) => {
    const { slug, owner } = await listOwnShop(page, server, "Blue Door");
    await page.context().clearCookies();
    await page.goto(`/your-shop/${slug}`);
    await signIn(page, server, owner);
    await expect(page.getByRole("heading", { level: 1, name: "Blue Door" })).toBeVisible();
    const missing = page.getByRole("region", { name: "6 things are missing" });
    await expect(missing.getByRole("listitem")).toHaveText([
      "Opening hours",
      "A photo",
      "A description",
      "A phone number",
      "A website",
      "What the shop offers",
    ]);

    await page.getByRole("button", { name: "Edit phone and website" }).click();
    await page.getByRole("textbox", { name: /Phone/ }).fill("318 555 0142");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Visitors can see it now.")).toBeVisible();
    await expect(section(page, "contact")).toContainText("(318) 555-0142");
    const shop = await page.request.get(`${server.url}/api/coffee-shops/${slug}`);
    expect(await shop.json()).toMatchObject({ phone: "(318) 555-0142" });

    await page.getByRole("button", { name: "Edit special days" }).click();
    await page.getByRole("button", { name: "Show the whole year's holidays" }).click();
    const christmas = page.getByRole("group", { name: /^Christmas Day/ });
    await christmas.getByRole("radio", { name: "Closed" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(section(page, "special-days")).toContainText(/December 25, \d{4}: closed/);

    await page.getByLabel("Add photos").setInputFiles({
      name: "counter.jpg",
      mimeType: "image/jpeg",
      buffer: await photo(page, "sienna"),
    });
    await expect(section(page, "photos").getByText("1 of 12.")).toBeVisible();
    await page.getByRole("button", { name: "Describe photo 1" }).click();
    await page.getByRole("textbox", { name: /Description \(alt text\)/ }).fill("The counter");
    await page.getByRole("textbox", { name: /Credit/ }).fill("Photo: the owner");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(section(page, "photos").getByText("The counter")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await page.goto(`/coffee-shops/${slug}`);
    await hydrated(page);
    const cover = page.getByRole("img", { name: "The counter" });
    await expect(cover).toBeVisible();
    expect(await cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
    await expect(page.getByText("Photo: the owner")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Share Your Town's Story" })).toBeVisible();
    await page.getByRole("textbox", { name: /special/ }).fill("The river, and who sits by it.");
    await page.getByRole("button", { name: "Submit Story" }).click();
    await expect(page.getByText("Local Vibes Submitted!")).toBeVisible();
    await expect(page.getByText("Story Submitted")).toBeVisible();
    await expect(page.getByText("Under review by our team")).toBeVisible();
    await page.getByLabel(/Add a photo of your town/).setInputFiles({
      name: "river.jpg",
      mimeType: "image/jpeg",
      buffer: await photo(page, "teal"),
    });
    await expect(page.getByText("Photo Added!")).toBeVisible();
    await expect(page.getByText("Photo uploaded successfully")).toBeVisible();
    await page.reload();
    await expect(
      page.getByText("Your local story is under review and will be published once approved."),
    ).toBeVisible();
    await expectAccessible(page);

    const first = /^(\S+) {2}Pending .*Blue Door/m;
    const [, rejected = ""] = first.exec(await server.townperk("admin", "stories", "list")) ?? [];
    await server.townperk("admin", "stories", "reject", rejected, "Which river is it?");
    await page.reload();
    await expect(page.getByText("Which river is it?")).toBeVisible();
    await expect(async () => {
      const mail = await mailTo(server.mails, owner);
      expect(mail.text).toContain("Which river is it?");
      expect(linkIn(mail, "/your-shop/")).toBe(`/your-shop/${slug}`);
    }).toPass({ timeout: 60_000 });
    await page.getByRole("textbox", { name: /special/ }).fill("The Red River, and who sits by it.");
    await page.getByRole("button", { name: "Submit Story" }).click();
    await expect(page.getByText("Story Submitted")).toBeVisible();
    await expect(page.getByText("Photo Added", { exact: true })).toBeVisible();
    const [, approved = ""] = first.exec(await server.townperk("admin", "stories", "list")) ?? [];
    await server.townperk("admin", "stories", "approve", approved);
    await page.context().clearCookies();
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole("heading", { name: "Local Town Story" })).toBeVisible();
    }).toPass();
    await expect(page.getByText("The Red River, and who sits by it.")).toBeVisible();
    const river = page.locator("figure img");
    expect(await river.getAttribute("srcset")).toContain(" 400w");

    // A photo that fails to load is replaced by an illustration, even without JavaScript.
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.route("**/photos/**", (route) => route.abort());
    await still.goto(`${server.url}/coffee-shops/${slug}`);
    const drawing = still.locator("figure .over-drawing > svg");
    await expect(drawing.locator("path").first()).toBeAttached();
    expect((await drawing.boundingBox())?.height).toBeGreaterThan(100);
    await plain.close();
  });

  test("a page that this device keeps for the time without a network has the newest edit", async ({
    page,
    server,
    complaints,
  }) => {
    complaints.tolerate(NO_NETWORK);
    const { slug } = await listOwnShop(page, server, "Kept Cup");
    await openShop(page, slug);
    await toggle(page, "Save").click();
    await keptOffline(page, 1);
    await page.goto(`/your-shop/${slug}`);
    await page.getByRole("button", { name: "Edit phone and website" }).click();
    await page.getByRole("textbox", { name: /Phone/ }).fill("318 555 0177");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Visitors can see it now.")).toBeVisible();
    const kept = async () =>
      page.evaluate(async (path) => {
        const found = await (await caches.open("passport-pages")).match(path);
        return found?.text();
      }, `/coffee-shops/${slug}`);
    await expect.poll(kept).toContain("(318) 555-0177");
    await server.leave();
    await openShop(page, slug);
    await expect(page.getByText("(318) 555-0177")).toBeVisible();
    await server.comeBack();
  });

  test("an edit outlives its session, a reload and a lost connection", async ({
    page,
    server,
    complaints,
  }) => {
    complaints.tolerate(NO_SESSION);
    complaints.tolerate(NO_NETWORK);
    const { slug, owner } = await listOwnShop(page, server, "Slow Drip");
    await page.goto(`/your-shop/${slug}`);
    await page.getByRole("button", { name: "Edit description" }).click();
    await page
      .getByRole("textbox", { name: /Short description/ })
      .fill("Eight seats and a roaster.");
    // A part of the screen that still loads would notice the ended session before the save does.
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await signIn(page, server, owner);
    await expect(page.getByText("Visitors can see it now.")).toBeVisible();
    await expect(section(page, "words")).toContainText("Eight seats and a roaster.");

    await page.getByRole("button", { name: "Edit description" }).click();
    await page.getByRole("textbox", { name: /Short description/ }).fill("Nine seats.");
    await page.context().clearCookies();
    await page.reload();
    await signIn(page, server, owner);
    const field = page.getByRole("textbox", { name: /Short description/ });
    await expect(field).toHaveValue("Nine seats.");

    // No service worker controls this page, so emulation works in every Chromium, and the browser knows that it is
    // offline.
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("You're offline.")).toBeVisible();
    await page.context().setOffline(false);
    await expect(section(page, "words")).toContainText("Nine seats.");
    const shop = await page.request.get(`${server.url}/api/coffee-shops/${slug}`);
    expect(await shop.json()).toMatchObject({ description: "Nine seats." });
  });
});

test("two devices at once: the second one is shown what the first one changed", async ({
  page,
  server,
  browser,
  complaints,
}) => {
  complaints.tolerate(STALE);
  const { slug } = await listOwnShop(page, server, "Corner Cup");
  const state = await page.context().storageState();
  const other = await (await browser.newContext({ storageState: state })).newPage();
  const edit = async (device: Page, phone: string) => {
    await device.getByRole("textbox", { name: /Phone/ }).fill(phone);
    await device.getByRole("button", { name: "Save" }).click();
  };
  for (const device of [page, other]) {
    await device.goto(`${server.url}/your-shop/${slug}`);
    await device.getByRole("button", { name: "Edit phone and website" }).click();
  }
  await edit(page, "318 555 0142");
  await expect(section(page, "contact")).toContainText("(318) 555-0142");
  await edit(other, "318 555 0199");
  const notice = other.getByRole("region", { name: /^Someone else edited this shop/ });
  await expect(notice).toBeFocused();
  await expect(notice).toBeInViewport();
  await expect(notice).toContainText("(318) 555-0142");
  await expectAccessible(other);
  await notice.getByRole("radio", { name: "Keep what I typed" }).check();
  await other.getByRole("button", { name: "Save" }).click();
  await expect(section(other, "contact")).toContainText("(318) 555-0199");
  await other.context().close();
});

test("a photo that was copied elsewhere is pasted, once, but not while typing", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/409/);
  const { slug } = await listOwnShop(page, server, "Copied Coffee");
  await page.goto(`/your-shop/${slug}`);
  const sheet = section(page, "photos");
  await expect(sheet.getByText("0 of 12.")).toBeVisible();
  await copyPicture(page);
  await page.keyboard.press("ControlOrMeta+V");
  await expect(sheet.getByText("1 of 12.")).toBeVisible();
  await page.getByRole("button", { name: "Edit phone and website" }).click();
  await page.getByRole("textbox", { name: /^Website/ }).focus();
  await page.keyboard.press("ControlOrMeta+V");
  await page.getByLabel("Add photos").focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(sheet.getByText("This photo is already on the page.")).toBeVisible();
  await expect(sheet.getByText("1 of 12.")).toBeVisible();
  await expect(sheet.getByText("Sent", { exact: true })).toHaveCount(1);
});

test("a picture that was copied elsewhere is pasted as the story's photo", async ({
  page,
  server,
}) => {
  const { slug } = await listOwnShop(page, server, "Pasted Coffee");
  await page.goto(`/coffee-shops/${slug}`);
  await hydrated(page);
  const words = page.getByRole("textbox", { name: /special/ });
  await words.fill("The depot clock is four minutes late.");
  await page.getByRole("button", { name: "Submit Story" }).click();
  await expect(page.getByText("Story Submitted")).toBeVisible();
  await copyPicture(page);
  await page.keyboard.press("ControlOrMeta+V");
  await expect(page.getByText("Photo Added!")).toBeVisible();
  await expect(page.getByText("Photo uploaded successfully")).toBeVisible();
  await page.reload();
  const kept = page.getByRole("img", { name: "Currently shown with your story" });
  await expect(kept).toBeVisible();
});

test("hours are filled in, holidays answered, and a vacation reaches the visitors", async ({
  page,
  server,
  browser,
}) => {
  const { slug } = await listOwnShop(page, server, "Vacation Cup");
  await page.goto(`/your-shop/${slug}`);
  await page.getByRole("button", { name: "Edit opening hours" }).click();
  const monday = page.getByRole("group", { name: "Monday" });
  await monday.getByRole("radio", { name: "Open" }).check();
  await monday.getByLabel("Opens").fill("07:00");
  await monday.getByLabel("Closes").fill("15:00");
  await monday.getByRole("button", { name: /Copy to other days/ }).click();
  const dialog = page.getByRole("dialog", { name: "Copy Monday's hours" });
  for (const day of await dialog.getByRole("checkbox").all()) await day.check();
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByLabel("Hours as text")).toContainText("Monday to Sunday7 AM to 3 PM");
  // Scrolled as it is, the bar covers half of a link.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(section(page, "hours")).toContainText("Hours confirmed in");

  await page.getByRole("button", { name: "Edit special days" }).click();
  const holiday = page.getByRole("group", { name: /, \d{4}$/ }).first();
  await holiday.getByRole("radio", { name: "As usual: 7 AM to 3 PM" }).check();
  await page.getByRole("button", { name: "Add a closure" }).click();
  const entry = page.getByRole("group", { name: "Entry 1" });
  await expect(entry.getByLabel("First day")).toBeFocused();
  const dates = await page.evaluate(() => {
    const day = (ahead: number) => {
      const date = new Date(Date.now() + ahead * 24 * 60 * 60 * 1000);
      return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
    };
    return { first: day(-1), last: day(8) };
  });
  await holiday.getByRole("button", { name: /^Clear/ }).click();
  await entry.getByLabel("First day").fill(dates.first);
  await entry.getByLabel("Last day").fill(dates.last);
  await expect(page.getByText(/visitors will read “Temporarily closed”/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(section(page, "special-days")).toContainText("Visitors read “Temporarily closed”");

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${server.url}/coffee-shops/${slug}`);
  await expect(visitor.getByText(/^Temporarily closed · opens/).first()).toBeVisible();
  const table = visitor.getByRole("table", { name: "Special days" });
  await expect(table).toContainText("Temporarily closed");
  await expectAccessible(visitor);
  await visitor.context().close();
});

test("photos are put in order by keyboard, removed and brought back", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(NO_PHOTO);
  const { slug } = await listOwnShop(page, server, "Depot Coffee");
  await page.goto(`/your-shop/${slug}`);
  const sheet = section(page, "photos");
  for (const [index, color] of ["sienna", "teal", "goldenrod"].entries()) {
    await page.getByLabel("Add photos").setInputFiles({
      name: `${color}.jpg`,
      mimeType: "image/jpeg",
      buffer: await photo(page, color),
    });
    await expect(sheet.getByText(`${index + 1} of 12.`)).toBeVisible();
  }
  const order = async () => {
    const gallery = await page.request.get(`${server.url}/api/your-shop/${slug}/photos`);
    const { photos } = (await gallery.json()) as { photos: { id: string }[] };
    return photos.map(({ id }) => id);
  };
  const [one, two, three] = await order();
  const later = page.getByRole("button", { name: "Later photo 1" });
  await later.focus();
  await page.keyboard.press("Enter");
  await expect.poll(order).toEqual([two, one, three]);
  await expect(page.getByRole("button", { name: "Later photo 2" })).toBeFocused();
  await expect(page.getByText("Photo 1 is now 2 of 3.")).toBeAttached();
  await page.getByRole("button", { name: "Make it first photo 3" }).click();
  await expect.poll(order).toEqual([three, two, one]);
  // The screen follows the response.
  await expect(page.getByText("Photo 3 is now 1 of 3.")).toBeAttached();
  await page.getByRole("button", { name: "Remove photo 2" }).click();
  await expect.poll(order).toEqual([three, one]);
  await expect(page.getByRole("button", { name: "Remove photo 2" })).toBeFocused();
  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(order).toEqual([three, two, one]);

  await page.getByLabel("Add photos").setInputFiles({
    name: "page.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("<!doctype html><title>no photo</title>"),
  });
  await expect(sheet.getByRole("button", { name: /Try again/ })).toBeVisible();
  await expectAccessible(page);
});

test("another town's ZIP code moves the page, and the screen with it", async ({ page, server }) => {
  const { slug } = await listOwnShop(page, server, "Moving Beans");
  await page.goto(`/your-shop/${slug}`);
  await page.getByRole("button", { name: "Edit address and pin" }).click();
  await page.getByRole("textbox", { name: /ZIP code/ }).fill("71360");
  await expect(
    page.getByText(/Saving moves the shop from Alexandria to Pineville, LA/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/your-shop\/moving-beans-pineville-la$/);
  await expect(section(page, "address")).toContainText("Pineville, LA 71360");
  await page.goto(`/coffee-shops/${slug}`);
  await expect(page).toHaveURL(/\/coffee-shops\/moving-beans-pineville-la$/);
});

test("a visitor's page of a shop asks for nothing that its people need", async ({
  page,
  directory,
}) => {
  const scripts: string[] = [];
  const sessions: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
    if (request.url().endsWith("/api/session")) sessions.push(request.url());
  });
  await page.goto(`/coffee-shops/${directory.shop.slug}`);
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((address) => address.includes("people-panel"))).toEqual([]);
  expect(sessions).toEqual([]);
});

test("an owner edits from their page, closes the shop, removes it, and takes both back", async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const shop = await listOwnShop(page, server, "Open And Shut");
  const waiting = await server.townperk("admin", "claims", "list");
  const lines = waiting.split("\n");
  const [id = ""] = lines[lines.findIndex((one) => one.includes(shop.owner)) - 1]?.split(" ") ?? [];
  await server.townperk("admin", "claims", "approve", id);
  await page.goto(`/coffee-shops/${shop.slug}`);
  await expect(page.getByRole("link", { name: `Edit ${shop.name}` })).toBeVisible();
  await expect(page.getByRole("link", { name: "Claim This Business" })).toHaveCount(0);
  await page.getByRole("link", { name: `Edit ${shop.name}` }).click();

  await page.getByRole("button", { name: "Temporarily closed until…" }).click();
  const until = page.getByLabel(/^Temporarily closed until/);
  await until.fill("2099-01-02");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/within two years/).first()).toBeVisible();
  await until.fill(new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(section(page, "special-days")).toContainText(/: temporarily closed/);

  const shown = () => page.request.get(`/api/coffee-shops/${shop.slug}`);
  await page.getByRole("button", { name: "Permanently closed" }).click();
  await page.getByRole("button", { name: "It has closed" }).click();
  await expect(page.getByText(/You can take this back until/)).toBeVisible();
  expect((await (await shown()).json()).permanentlyClosed).toBe(true);
  await expectAccessible(page);
  await page.getByRole("button", { name: "It's open again" }).click();
  await page.getByRole("button", { name: "Remove my listing" }).click();
  await page.getByRole("button", { name: "Remove the listing" }).click();
  await expect(page.getByText("Visitors don't see this page.")).toBeVisible();
  expect((await shown()).status()).toBe(404);
  await page.getByRole("button", { name: "List it again" }).click();
  await expect(page.getByRole("button", { name: "Remove my listing" })).toBeVisible();
  expect((await shown()).status()).toBe(200);
});

for (const width of [390, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 }, reducedMotion: "reduce" });

    test("axe finds nothing on the screens of a shop's people, light and dark", async ({
      page,
      server,
    }) => {
      const { slug } = await listOwnShop(page, server, `Axe ${width === 390 ? "narrow" : "wide"}`);
      for (const address of Object.values(ownerScreens)) {
        await page.goto(address(slug));
        await page.waitForLoadState("networkidle");
        await expectNoSidewaysScroll(page);
        await expectAccessibleInBothModes(page);
      }
      await page.goto(`/your-shop/${slug}`);
      for (const panel of ["opening hours", "special days", "address and pin", "amenities"])
        await page.getByRole("button", { name: `Edit ${panel}` }).click();
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothModes(page);
    });
  });
}
