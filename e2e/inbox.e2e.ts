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
