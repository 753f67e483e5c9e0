import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addressOf, call, getJson } from "./client.ts";
import { Unanswered } from "./limits.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal("fetch", fetched));
afterEach(() => {
  fetched.mockReset();
  vi.unstubAllGlobals();
});

it("fills addresses, encoded, without what is not given", () => {
  const address = addressOf("/api/a/{id}/b", {
    path: { id: "x/y z" },
    query: { q: "a&b", page: 0, none: undefined, nothing: null, tag: ["one", "two"] },
  });
  expect(address).toBe("/api/a/x%2Fy%20z/b?q=a%26b&page=0&tag=one&tag=two");
});

it("sends a body as JSON with the method and cookies, and gives the answer", async () => {
  fetched.mockResolvedValue(new Response('{"message":"ok"}'));
  const answer = await call("post", "/api/newsletter/subscribe", {
    body: { email: "a@b.example" },
  });
  expect(answer).toEqual({ message: "ok" });
  const [address, request] = fetched.mock.calls[0] ?? [];
  expect(address).toBe("/api/newsletter/subscribe");
  expect(request).toMatchObject({
    method: "POST",
    credentials: "include",
    keepalive: true,
    body: '{"email":"a@b.example"}',
    headers: { "content-type": "application/json" },
  });
});

it("lets a short write outlive the page, and one that browsers refuse then go through at all", async () => {
  fetched.mockImplementation(() => Promise.resolve(new Response("{}")));
  for (const email of ["short", "a".repeat(60_000), "é".repeat(31_000)])
    await call("post", "/api/newsletter/subscribe", { body: { email } });
  await call("get", "/api/states");
  const kept = fetched.mock.calls.map(([, request]) => request?.keepalive);
  expect(kept).toEqual([true, false, false, false]);
});

it("sends no cookies where the call says so, and nothing of its input by another name", async () => {
  fetched.mockResolvedValue(new Response("{}"));
  const { signal } = new AbortController();
  const query = { ids: "a,b" };
  await call("get", "/api/coffee-shops/by-ids", { query, credentials: "omit", signal });
  expect(fetched).toHaveBeenCalledWith("/api/coffee-shops/by-ids?ids=a%2Cb", {
    method: "GET",
    credentials: "omit",
    keepalive: false,
    headers: { accept: "application/json" },
    signal: expect.any(AbortSignal),
  });
});

describe("a server that is silent", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const silent: typeof fetch = (_, { signal } = {}) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const { signal } = new AbortController();
  const body = { email: "a@b.example" };

  it.each([
    ["a page's read", 8000, false, () => getJson("/api/states", signal)],
    ["a call that reads", 8000, false, () => call("get", "/api/states")],
    ["a write", 8000, true, () => call("post", "/api/newsletter/subscribe", { body })],
    [
      "a payment",
      30_000,
      true,
      () => call("post", "/api/cancel-subscription", { body: { ...body, subscriptionId: "1" } }),
    ],
    ["what answers at its end", 60_000, true, () => call("post", "/api/admin/site/remove-demo")],
  ])("ends %s after %d ms", async (_, millis, mayBeSaved, run) => {
    fetched.mockImplementation(silent);
    const ended = vi.fn<(error: unknown) => void>();
    void run().catch(ended);
    await vi.advanceTimersByTimeAsync(millis - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.any(Unanswered));
    expect(ended.mock.calls[0]?.[0]).toMatchObject({ mayBeSaved });
  });

  it("ends an answer that stops in its middle, too", async () => {
    const body = new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode("[")) });
    fetched.mockResolvedValue(new Response(body));
    const ended = vi.fn<(error: unknown) => void>();
    void call("get", "/api/states").catch(ended);
    await vi.advanceTimersByTimeAsync(8000);
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.any(Unanswered));
  });
});

it("gives null for an answer without a body", async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }));
  expect(await call("get", "/api/cities/{slug}", { path: { slug: "a" } })).toBeNull();
});

it("takes no address, parameter or body that the server does not have", () => {
  const never = () => {
    // @ts-expect-error no such address
    void call("get", "/api/no-such-thing");
    // @ts-expect-error not with this method
    void call("post", "/api/states");
    // @ts-expect-error the path's parameter is missing
    void call("get", "/api/cities/{slug}");
    // @ts-expect-error the body's field has another name
    void call("post", "/api/newsletter/subscribe", { body: { mail: "a@b.example" } });
    // @ts-expect-error there is no such query parameter
    void call("get", "/api/search", { query: { nothing: 1 } });
  };
  expect(never).toBeTypeOf("function");
});
