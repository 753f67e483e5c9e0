import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { test as base, expect } from "./fixtures.ts";
import { placePng } from "./place-png.ts";
import type { Server } from "./server.ts";

const run = promisify(execFile);
const WORDS = "visitors are welcome to come in.";
const PASSWORD = "a password for enhancement";

/** A language model and a shop's website on this machine. */
const test = base.extend<object, { outside: string }>({
  outside: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const picture = placePng(640, 420);
      const site = createServer(async (request, response) => {
        if (request.url === "/v1/chat/completions") {
          const { messages } = JSON.parse(await bodyOf(request));
          const content = JSON.stringify(reply(JSON.parse(messages[1].content)));
          const message = { role: "assistant", content, refusal: null };
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify({ choices: [{ message, finish_reason: "stop" }] }));
        } else if (request.url === "/front.png") {
          response.setHeader("content-type", "image/png").end(picture);
        } else if (request.url === "/robots.txt") {
          response.writeHead(404).end();
        } else {
          response.setHeader("content-type", "text/html");
          response.end('<meta property="og:image" content="/front.png">');
        }
      }).listen(0, "127.0.0.1");
      await once(site, "listening");
      const address = site.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      await use(`127.0.0.1:${address.port}`);
      site.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ outside }, use) =>
      use({
        TOWNPERK_ADMIN_PASSWORD: PASSWORD,
        TOWNPERK_OUTBOUND_ALLOW: outside,
        TOWNPERK_AI_URL: `http://${outside}/v1`,
        TOWNPERK_AI_MODEL: "small-model",
      }),
    { scope: "worker" },
  ],
});

interface Asked {
  number: number;
  about: string;
  value: string;
}

/** What a good model writes about a shop, and how it judges that. */
function reply(asked: Asked[] | { sentences: { number: number }[] }) {
  if (!Array.isArray(asked))
    return { sentences: asked.sentences.map(({ number }) => ({ number, supported: true })) };
  const of = (about: string) => asked.find((fact) => fact.about === about)?.value;
  const text = `${of("name")} is an independent coffee shop in ${of("town and state")}, and ${WORDS}`;
  return { sentences: [{ text, facts: [1, 2] }] };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

// The demo describes its shops itself and its websites don't exist.
const PREPARE = `
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=30)
shop = database.execute("SELECT id FROM shops WHERE slug = ?", (sys.argv[2],)).fetchone()[0]
with database:
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE shops SET website = NULL, version = version + 1, owner_description = NULL")
    database.execute("UPDATE shops SET website = ? WHERE id = ?", (sys.argv[3], shop))
`;

async function prepare(server: Server, slug: string, website: string) {
  await server.leave();
  await run("python3", ["-c", PREPARE, server.database, slug, website]);
  await server.comeBack();
}

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

/** Publishes the texts of the latest run. */
async function publish(page: Page) {
  const runs = page.getByRole("region", { name: "Past runs" });
  await runs
    .getByRole("button", { name: /^Show shops/ })
    .first()
    .click();
  await expect(runs.getByRole("list", { name: "Facts" }).first()).toContainText("name:");
  await expectAccessible(page);
  await runs.getByRole("button", { name: "Publish all" }).first().click();
  await expect(toast(page, /^Published/)).toBeVisible();
}

test.describe.configure({ mode: "serial" });

test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
});

test("the administrator has texts written, sees one on a shop's page, and takes them back", async ({
  page,
  server,
  outside,
  directory: { town, shop },
  complaints,
}) => {
  await prepare(server, shop.slug, `http://${outside}/`);
  await page.goto("/admin/content-enhancement");
  await expect(page.getByRole("heading", { name: "Content Enhancement", level: 2 })).toBeVisible();
  await expect(page.getByText("Needing enhancement", { exact: true })).toBeVisible();
  const trial = page.getByRole("region", { name: "Test one shop" });
  await expect(trial.getByRole("button", { name: "Test Shop" })).toBeDisabled();
  await expectAccessible(page);
  await trial.getByRole("combobox", { name: /^Coffee shop/ }).fill(shop.name);
  await trial.getByRole("option", { name: shop.name }).first().click();
  await trial.getByRole("button", { name: "Test Shop" }).click();
  await expect(page.getByText(`Text about ${shop.name}`)).toBeVisible();
  await expect(toast(page, "Enhancement Complete")).toBeVisible();
  await publish(page);

  await page.goto(`/coffee-shops/${shop.slug}`);
  await expect(page.getByText(WORDS).first()).toBeVisible();
  await expect(page.getByText("Written by AI from the facts on this page.")).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/cities/${town.slug}`);
  const card = page.locator(".shop-card").filter({ has: page.getByText(shop.name) });
  await expect(card.getByText("Written by AI", { exact: true })).toBeVisible();
  await expect(page.getByText("Written by AI", { exact: true })).toHaveCount(1);
  await page.goto(`/cities/${town.slug}/best-coffee`);
  const texts = page.getByText(WORDS);
  await expect(texts).not.toHaveCount(0);
  await expect(page.getByText("Written by AI", { exact: true })).toHaveCount(await texts.count());

  await page.goto("/admin/content-enhancement");
  const city = page.getByRole("region", { name: "Enhance one city" });
  complaints.tolerate(/status of 404/);
  await city.getByRole("combobox", { name: /^City/ }).fill("no-such-town-zz");
  await city.getByRole("button", { name: "Enhance City" }).click();
  await expect(page.getByText("City not found.").first()).toBeVisible();
  await expect(city.getByRole("combobox", { name: /^City/ })).toHaveValue("no-such-town-zz");
  await city.getByRole("combobox", { name: /^City/ }).fill(town.slug);
  await city.getByRole("button", { name: "Enhance City" }).click();
  await expect(
    page.getByText(new RegExp(`^${town.name}: \\d+ texts? written for`)).first(),
  ).toBeVisible();

  const runs = page.getByRole("region", { name: "Past runs" });
  await expect(runs.getByRole("listitem").first()).toContainText(`${town.name}, ${town.state}`);
  await publish(page);
  await expect(runs.getByText(WORDS).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await runs.getByRole("button", { name: `Take back texts of ${shop.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take back" }).click();
  await expect(toast(page, "Texts taken back")).toBeVisible();
  const shown = await page.request.get(`/api/coffee-shops/${shop.slug}`);
  expect((await shown.json()).aiGeneratedDescription).toBeNull();
});

test("enhancing all asks first, with the number of calls", async ({ page }) => {
  await page.goto("/admin/content-enhancement");
  await page.getByRole("button", { name: "Enhance All Cities" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Enhance all cities?" });
  await expect(dialog).toContainText(/\d calls? to small-model/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("the administrator updates the shops' images and takes them back", async ({
  page,
  directory: { shop },
}) => {
  await page.goto("/admin/coffee-shops");
  await page.getByRole("link", { name: "Update Images" }).click();
  await expect(page.getByRole("heading", { name: "Shop Image Update", level: 2 })).toBeVisible();
  await expect(page.getByText("The run may take several minutes")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Update All Shop Images" }).click();
  const results = page.getByRole("region", { name: "Results" });
  await expect(results).toContainText("Success rate: 100%", { timeout: 30_000 });
  await expect(results.getByRole("definition")).toHaveText(["1", "1", "0"]);
  await expect(toast(page, "Update Complete")).toBeVisible();
  const runs = page.getByRole("region", { name: "Past runs" });
  await runs.getByRole("button", { name: /^Show shops/ }).click();
  await expect(runs.getByRole("link", { name: shop.name })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  const shown = await page.request.get(`/api/coffee-shops/${shop.slug}`);
  const [photo] = (await shown.json()).photos;
  expect(photo.credit).toBe("Photo: 127.0.0.1");

  await runs.getByRole("button", { name: "Take back images of All shops" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Take back 1 image?" });
  await dialog.getByRole("button", { name: "Take back" }).click();
  await expect(toast(page, "Images taken back")).toBeVisible();
  await expect(runs.getByRole("listitem").first()).toContainText("1 taken back");
  await expect(runs.getByRole("button", { name: "Take back images of All shops" })).toBeHidden();
  const left = await page.request.get(`/api/coffee-shops/${shop.slug}`);
  expect((await left.json()).photos).toEqual([]);
});
