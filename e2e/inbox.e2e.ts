import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { addWaitingStories } from "./waiting.ts";

const PASSWORD = "a password for the inbox";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

test("the search of the inbox is in the address, for a reload and for Back", async ({
  page,
  server,
}) => {
  await addWaitingStories(server, 3);
  await page.goto("/admin");
  const waiting = page.getByRole("list", { name: "Waiting" }).getByRole("button");
  await expect(waiting).toHaveCount(3);
  const { items } = await (await page.request.get("/api/admin/inbox")).json();
  const [name] = items[1].title.split(",");
  const search = page.getByRole("searchbox", { name: "Search the inbox" });
  await search.fill(name);
  await expect(waiting).toHaveCount(1);
  await expect(page).toHaveURL((url) => url.searchParams.get("search") === name);

  await page.reload();
  await expect(search).toHaveValue(name);
  await expect(waiting).toHaveCount(1);
  const menu = page.getByRole("navigation", { name: "Administration" });
  await menu.getByRole("link", { name: "Cities" }).click();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Cities");
  await page.goBack();
  await expect(search).toHaveValue(name);
  await expect(waiting).toHaveCount(1);

  // What was typed is one step back, not one for each letter.
  await search.fill("zzzz");
  await expect(page.getByText("Nothing in the inbox matches.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(search).toHaveValue("");
  await expect(waiting).toHaveCount(3);
  await expect(page).toHaveURL(/\/admin$/);
});

test("a reason that couldn't be sent is there for the next attempt", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/ERR_CONNECTION_REFUSED|Failed to fetch/);
  await addWaitingStories(server, 1);
  await page.goto("/admin/local-vibes?status=pending");
  const reject = page.getByRole("button", { name: /^Reject the story of/ }).first();
  await reject.click();
  await page.getByRole("textbox", { name: /^Reason/ }).fill("Please tell us when.");
  const send = page.getByRole("dialog").getByRole("button", { name: "Reject", exact: true });
  await server.leave();
  await send.click();
  await expect(
    page.getByText("Failed to reject Local Vibes story. The server can't be reached."),
  ).toBeVisible();
  await server.comeBack();
  await reject.click();
  await expect(page.getByRole("textbox", { name: /^Reason/ })).toHaveValue("Please tell us when.");
  await send.click();
  await expect(page.getByRole("status").filter({ hasText: "Story rejected" })).toBeVisible();
});

test("a removal stays listed when the next decision has the message, and is taken back there", async ({
  page,
  server,
  directory: { shops },
}) => {
  const two = shops.slice(-2).map(({ slug }) => `${server.url}/api/coffee-shops/${slug}`);
  expect(two).toHaveLength(2);
  for (const shop of two) {
    const sent = await fetch(`${shop}/suggestions`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.url },
      body: JSON.stringify({ kind: "chain" }),
    });
    expect(sent.status).toBe(202);
  }
  // However long the steps take, the half minute isn't over.
  await page.clock.setFixedTime(new Date());
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin?kind=chain_report");
  const waiting = page.getByRole("list", { name: "Waiting" }).getByRole("button");
  await expect(waiting.first()).toBeVisible();
  const message = page.locator(".toast");
  const held = page.getByRole("region", { name: "Can be taken back" });
  await page.keyboard.press("a");
  await expect(message).toContainText("Removed: ");
  await expect(held).toHaveCount(0);
  const removed = (await message.getByText(/^Removed: /).textContent()) ?? "";
  await page.keyboard.press("a");
  await expect(held).toContainText(removed);
  await expect(message).toContainText("Removed: ");
  await expect(message).not.toContainText(removed);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const [list, toast] = await Promise.all([held.boundingBox(), message.boundingBox()]);
    if (!list || !toast) throw new Error("one of them is gone");
    // Neither covers the other.
    expect(list.y + list.height).toBeLessThanOrEqual(toast.y);
    expect(list.x).toBeGreaterThanOrEqual(0);
  }
  await expectAccessible(page);

  await held.getByRole("button", { name: `Undo ${removed}` }).click();
  await expect(page.getByText(`Undone: ${removed}`)).toBeVisible();
  await expect(held.getByText(removed)).toHaveCount(0);
  const answers = await Promise.all(two.map((shop) => fetch(shop)));
  expect(answers.map(({ status }) => status)).toEqual([200, 404]);
});
