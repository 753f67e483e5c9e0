import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { expectAccessible } from "./a11y.ts";
import { test as base, expect } from "./fixtures.ts";

const PASSWORD = "a password for expansion";

/** An Overpass server that answers its first question, and the others once it is told to, each after a pause. */
class Overpass {
  url = "";
  private asked = 0;
  private held: ServerResponse[] | undefined = [];
  private pause = 0;

  answer(response: ServerResponse) {
    this.asked += 1;
    if (this.held === undefined) setTimeout(tellNothing, this.pause, response);
    else if (this.asked === 1) tellNothing(response);
    else this.held.push(response);
  }

  goOn(pause: number) {
    for (const response of this.held ?? []) tellNothing(response);
    this.held = undefined;
    this.pause = pause;
  }
}

function tellNothing(response: ServerResponse) {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ version: 0.6, elements: [] }));
}

const test = base.extend<object, { overpass: Overpass }>({
  overpass: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const overpass = new Overpass();
      const listener = createServer((request, response) => {
        request.resume().on("end", () => overpass.answer(response));
      }).listen(0, "127.0.0.1");
      await once(listener, "listening");
      const address = listener.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      overpass.url = `http://127.0.0.1:${address.port}/api/interpreter`;
      await use(overpass);
      listener.closeAllConnections();
      listener.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ overpass }, use) =>
      use({
        TOWNPERK_ADMIN_PASSWORD: PASSWORD,
        TOWNPERK_OVERPASS_URL: overpass.url,
        TOWNPERK_OVERPASS_PAUSE_SECONDS: "0",
      }),
    { scope: "worker" },
  ],
});

test("a run goes on without its page, and ends at its next step when it is canceled", async ({
  page,
  overpass,
}) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
  await page.goto("/admin/expansion");
  await page.getByRole("button", { name: "Start Expansion" }).click();
  const progress = page.getByRole("progressbar", { name: "Progress of Metro expansion" });
  await expect(progress).toBeVisible();
  await expectAccessible(page);

  await page.goto("/admin");
  await page.goto("/admin/expansion");
  await expect(progress).toBeVisible();
  await expect(
    page.getByRole("status").filter({ hasText: "Metro expansion: Running" }),
  ).toBeVisible();

  await page.getByRole("button", { name: "Cancel Metro expansion" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Canceling…" })).toBeVisible();
  // Slowly, because the worker looks only now and then whether its job was canceled.
  overpass.goOn(3_000);
  await expect(progress).toBeHidden({ timeout: 30_000 });
  const run = page.getByRole("article");
  await expect(run).toContainText("Canceled.");
  await expectAccessible(page);

  // The next run begins where this one ended.
  overpass.goOn(0);
  await page.getByRole("button", { name: "Start Expansion" }).click();
  await expect(run.first()).toContainText(/Processed 5 metro areas/);
});
