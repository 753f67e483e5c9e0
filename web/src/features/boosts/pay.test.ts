import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeShop } from "../../../test/support/samples.ts";
import { settle } from "./pay.ts";
import type { Checkout, Payer } from "./use-checkout.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockImplementation(async () => Response.json({ status: "active" }));
  vi.stubGlobal("fetch", fetched);
});

afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const payer: Payer = {
  userName: "Jo Doe",
  userEmail: "jo@kettle.example",
  onlineStoreUrl: "",
  onlineStoreName: "",
};

async function patched(typed: Partial<Payer>, storeLink: Checkout["storeLink"] = "with_boost") {
  const told = { ...payer, ...typed };
  const made = { clientSecret: "secret", storeLink, keptDays: null };
  const checkout: Checkout = { plan: "one_time", told, ...made };
  await settle(makeShop(), checkout, told);
  const calls = fetched.mock.calls.filter(([, options]) => options?.method === "PATCH");
  return calls.map(([, options]) => JSON.parse(String(options?.body)));
}

it("keeps the shop's link when the payer enters only a name, and the name when only a link", async () => {
  expect(await patched({ onlineStoreName: "Beans" })).toEqual([{ onlineStoreName: "Beans" }]);
  fetched.mockClear();
  expect(await patched({ onlineStoreUrl: "https://beans.example" })).toEqual([
    { onlineStoreUrl: "https://beans.example" },
  ]);
});

it("sends no link that someone else decides about, or that nobody entered", async () => {
  expect(await patched({ onlineStoreName: "Beans" }, "owner_only")).toEqual([]);
  expect(await patched({}, "none")).toEqual([]);
});
