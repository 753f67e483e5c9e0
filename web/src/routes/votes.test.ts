import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { followReturns } from "./votes.ts";

const TOWN = ["/api/cities/alexandria-la/coffee-shops?page=1&pageSize=48"];

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A page that was opened in this way; answers whether its counts are asked for again. */
function openedBy(type: string) {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { type } as unknown as PerformanceEntry,
  ]);
  const client = new QueryClient();
  client.setQueryData(TOWN, []);
  followReturns(client);
  return () => client.getQueryState(TOWN)?.isInvalidated;
}

function show(persisted: boolean) {
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
}

it("asks again when the browser brings the page back from its memory, also for votes of others", async () => {
  const isOld = openedBy("navigate");
  show(true);
  await vi.waitFor(() => expect(isOld()).toBe(true));
});

it("asks again after Back from the browser's cache if this device has voted", async () => {
  localStorage.setItem("upvoted-at", "1");
  const isOld = openedBy("back_forward");
  await vi.waitFor(() => expect(isOld()).toBe(true));
});

it("leaves a page that was opened as usual alone, and one where storage is off", async () => {
  const isOld = openedBy("navigate");
  show(false);
  const off = () => {
    throw new DOMException("off", "SecurityError");
  };
  vi.stubGlobal("localStorage", new Proxy({}, { has: off, get: off }));
  const isOldWithout = openedBy("back_forward");
  await import("../features/votes/cast-vote.ts");
  expect([isOld(), isOldWithout()]).toEqual([false, false]);
});
