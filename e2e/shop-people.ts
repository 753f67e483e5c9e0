import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { mailTo } from "./mailbox.ts";
import type { Server } from "./server.ts";

/** A shop that its owner has just listed. */
export interface OwnShop {
  id: string;
  slug: string;
  name: string;
  owner: string;
}

/** Lists a shop and confirms the address with the mailed code; afterwards the browser is signed in. */
export async function listOwnShop(page: Page, server: Server, name: string): Promise<OwnShop> {
  const owner = `${name.toLowerCase().replaceAll(/\W+/g, "-")}@owner.example`;
  const headers = { origin: server.url, "x-forwarded-for": aNetwork() };
  const listed = await page.request.post(`${server.url}/api/coffee-shops`, {
    headers,
    data: {
      name,
      address: "126 Main Street",
      zipCode: "71301",
      ownerName: "Owner",
      ownerEmail: owner,
      afterMillis: 8000,
    },
  });
  expect(listed.status(), await listed.text()).toBe(201);
  const { id, slug } = (await listed.json()) as { id: string; slug: string };
  const code = await codeTo(server, owner);
  const confirmed = await page.request.post(`${server.url}/api/listings/${id}/confirm`, {
    headers,
    data: { code },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  // What the page remembers where somebody confirms or signs in on it.
  await page.addInitScript(() => localStorage.setItem("was-owner", "1"));
  return { id, slug, name, owner };
}

let networks = 0;

/** An address in an unused network: each network may list ten shops an hour. */
const aNetwork = () => `198.18.${networks++}.1`;

/** The last code used for each address. */
const used = new Map<string, string>();

/** The code in the newest mail to `address` that wasn't used before. */
async function codeTo(server: Server, address: string): Promise<string> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(100)) {
    const { text } = await mailTo(server.mails, address);
    const code = /\b(\d{3}) ?(\d{3})\b/.exec(text)?.slice(1).join("") ?? "";
    if (code !== "" && code !== used.get(address)) {
      used.set(address, code);
      return code;
    }
  }
  throw new Error(`no new code for ${address}`);
}

/** Signs in with the mailed code where the screen asks for it. */
export async function signIn(page: Page, server: Server, address: string) {
  await page.getByRole("textbox", { name: /Email address/ }).fill(address);
  await page.getByRole("button", { name: "Send me a code" }).click();
  const field = page.getByRole("textbox", { name: "Code" });
  await expect(field).toBeVisible();
  await field.fill(await codeTo(server, address));
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** A photo the size of a camera's, 1200 × 800 pixels: one color with a stripe. */
export async function photo(page: Page, color: string): Promise<Buffer> {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1200, 800];
    const paper = canvas.getContext("2d");
    if (!paper) throw new Error("no canvas");
    paper.fillStyle = fill;
    paper.fillRect(0, 0, 1200, 800);
    paper.fillStyle = "white";
    paper.fillRect(200, 300, 800, 100);
    return canvas.toDataURL("image/jpeg", 0.9);
  }, color);
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
}
