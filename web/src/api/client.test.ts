import { afterEach, expect, it, vi } from "vitest";
import { sendJson } from "./client.ts";

afterEach(() => vi.unstubAllGlobals());

it("lets a short write outlive the page, and a long one go through at all", async () => {
  const fetched = vi.fn((_: string, __: RequestInit) => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", fetched);
  await sendJson("POST", "/api/x", { text: "short" });
  await sendJson("POST", "/api/x", { text: "é".repeat(31_000) });
  expect(fetched.mock.calls.map(([, request]) => request.keepalive)).toEqual([true, false]);
});
