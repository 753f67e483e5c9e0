import { afterEach, describe, expect, it, vi } from "vitest";
import { subscriptionsOf } from "./use-lookup.ts";

const answers = (status: number, body: string) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));

afterEach(() => vi.unstubAllGlobals());

describe("looking subscriptions up", () => {
  it("takes a 404 that holds an answer as one", async () => {
    const info = {
      status: "no_customer",
      message: "No subscriptions found for this email address.",
      customer: null,
      subscriptions: [],
      oneTimeBoosts: [],
    };
    answers(404, JSON.stringify(info));
    expect(await subscriptionsOf("jo@mail.example")).toEqual(info);
  });

  it.each([
    [404, "<html>Not found</html>"],
    [404, '{"code":"not_found","message":"No such page."}'],
    [503, '{"message":"Later."}'],
  ])("fails with any other refusal: %d %s", async (status, body) => {
    answers(status, body);
    await expect(subscriptionsOf("jo@mail.example")).rejects.toThrow(String(status));
  });
});
