import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { addWaitingStories } from "./waiting.ts";

const PASSWORD = "a password for the day";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

/** How long each call of the panel takes in addition. */
const LATENCY = 400;
const WAITING = 120;
const DECIDED = 60;

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

/** Delays the panel's calls, and counts what goes over the line. */
async function slowLine(page: Page) {
  const line = { decisions: [] as string[], bytes: 0 };
  await page.route("**/api/admin/**", async (route) => {
    await new Promise((done) => setTimeout(done, LATENCY));
    await route.continue();
  });
  page.on("requestfinished", async (request) => {
    if (!request.url().includes("/api/admin/")) return;
    if (request.method() === "POST") line.decisions.push(new URL(request.url()).pathname);
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    line.bytes += responseBodySize + responseHeadersSize;
  });
  return line;
}

/** Counts in the page how many frames there are between a key and the next item. */
async function countFrames(page: Page) {
  await page.evaluate(() => {
    const shown = () => document.querySelector("article h3")?.textContent;
    const counts: number[] = [];
    Object.assign(window, { counts });
    document.addEventListener(
      "keydown",
      ({ key }) => {
        if (key !== "a") return;
        const before = shown();
        let frames = 0;
        const look = () => {
          frames += 1;
          if (shown() === before && frames < 100) requestAnimationFrame(look);
          else counts.push(frames);
        };
        requestAnimationFrame(look);
      },
      true,
    );
  });
  return () => page.evaluate(() => (window as unknown as { counts: number[] }).counts);
}

const item = (page: Page) => page.getByRole("article");
const current = (page: Page) =>
  page.getByRole("list", { name: "Waiting" }).locator("[aria-current=true]");
const waits = async (page: Page) =>
  (await (await page.request.get("/api/admin/counts")).json()).total;

test("a day's decisions by keyboard over a slow line: fast, in order, none twice", async ({
  page,
  server,
}) => {
  test.slow();
  expect(await addWaitingStories(server, WAITING)).toBe(WAITING);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/admin");
  await expect(item(page)).toBeVisible();
  const { items } = await (await page.request.get("/api/admin/inbox")).json();
  const titles: string[] = items.map(({ title }: { title: string }) => title);

  // The first item stands near the top, and so do its decisions; a demo has a notice above.
  const notice = await page.getByRole("complementary", { name: "Notice" }).boundingBox();
  const first = await current(page).boundingBox();
  expect((first?.y ?? 999) - (notice?.height ?? 0)).toBeLessThan(165);
  await expect(item(page).getByRole("button", { name: "Approve" })).toBeInViewport({ ratio: 1 });

  const line = await slowLine(page);
  const framesOf = await countFrames(page);
  for (let at = 0; at < DECIDED; at += 1) {
    await expect(item(page).getByRole("heading")).toHaveText(titles[at] ?? "");
    await expect(item(page).getByRole("button", { name: "Approve" })).toBeEnabled();
    // Every twentieth is rejected, with a reason.
    if (at % 20 === 19) {
      await page.keyboard.press("r");
      await page.getByRole("textbox", { name: /^Reason/ }).fill("Please tell us when.");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    } else await page.keyboard.press("a");
    if (at % 10 === 9) {
      await expect(current(page)).toBeInViewport({ ratio: 1 });
      await expect(item(page).getByRole("button", { name: "Approve" })).toBeInViewport();
    }
  }
  await expect.poll(() => waits(page), { timeout: 60_000 }).toBe(WAITING - DECIDED);
  // The server has decided before the browser hears of it.
  await expect.poll(() => line.decisions.length).toBe(DECIDED);
  expect(new Set(line.decisions).size).toBe(DECIDED);
  // In the order of the presses, which is that of the list.
  const ids = line.decisions.map((path) => path.split("/").at(-2));
  expect(ids).toEqual(items.slice(0, DECIDED).map(({ id }: { id: string }) => id));
  // The next item doesn't wait for the answer, which takes 24 frames.
  const frames = (await framesOf()).sort((a, b) => a - b);
  expect(frames.length).toBeGreaterThan(DECIDED / 2);
  expect(frames[Math.floor(frames.length / 2)]).toBeLessThanOrEqual(3);
  expect(line.bytes / DECIDED).toBeLessThan(8000);

  // A held key decides once, and what was pressed before its answer is undone after it.
  await page.keyboard.down("a");
  for (let times = 0; times < 10; times += 1) await page.keyboard.down("a");
  await page.keyboard.up("a");
  await expect(item(page).getByRole("heading")).toHaveText(titles[DECIDED + 1] ?? "");
  await page.keyboard.press("u");
  await expect(page.getByText(/^Undone: Approved: /)).toBeVisible();
  expect(await waits(page)).toBe(WAITING - DECIDED);
  // The item that was chosen stays, whatever answers arrive.
  await expect(item(page).getByRole("heading")).toHaveText(titles[DECIDED + 1] ?? "");
});

test("Tab leads from the line to its decisions, and on a phone they are below it", async ({
  page,
  server,
}) => {
  await addWaitingStories(server, 3);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/admin");
  await current(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(current(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(item(page).getByRole("button", { name: "Approve" })).toBeFocused();
  const before = await waits(page);
  await page.keyboard.press("Enter");
  await expect(item(page).getByRole("heading")).toBeFocused();
  await expect.poll(() => waits(page)).toBe(before - 1);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  for (let left = before - 1; left > before - 3; left -= 1) {
    const approve = item(page).getByRole("button", { name: "Approve" });
    await expect(approve).toBeInViewport({ ratio: 1 });
    await approve.click();
    await expect.poll(() => waits(page)).toBe(left - 1);
  }
});
