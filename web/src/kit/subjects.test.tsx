import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { type Subject, useChanged } from "./subjects.ts";

const READ = {
  "/api/coffee-shops/blue-door": { id: "s1" },
  "/api/coffee-shops-of-old": {},
  "/api/cities?page=1": { items: [] },
  "/api/blog/articles": { items: [{ id: "a1" }] },
  "/api/boosts/visibility": { shops: [{ id: "s1" }] },
  "/api/session": { shops: [{ id: "s1" }] },
  "/api/admin/outbox": {},
  "/api/admin/counts": {},
  "/api/admin/inbox": {},
  passport: { ids: ["s1"] },
};

async function oldAfter(...subjects: Subject[]) {
  const client = new QueryClient();
  for (const [address, data] of Object.entries(READ)) client.setQueryData([address], data);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  await renderHook(useChanged, { wrapper }).result.current(...subjects);
  return Object.keys(READ).filter((address) => client.getQueryState([address])?.isInvalidated);
}

it("one of a kind makes old what names it, and the lists of its kind", async () => {
  expect(await oldAfter("shop:s1")).toEqual([
    "/api/coffee-shops/blue-door",
    "/api/cities?page=1",
    "/api/boosts/visibility",
    "/api/session",
    "/api/admin/counts",
    "passport",
  ]);
});

it("some of a kind make its lists old, and nothing else but the panel's counts", async () => {
  expect(await oldAfter("article")).toEqual(["/api/blog/articles", "/api/admin/counts"]);
  expect(await oldAfter("mail", "article:a2")).toEqual([
    "/api/blog/articles",
    "/api/admin/outbox",
    "/api/admin/counts",
  ]);
});

it("everything is every answer of the API", async () => {
  expect(await oldAfter("everything")).toEqual(Object.keys(READ).filter((it) => it !== "passport"));
});

it("a write that changed nothing of anybody's makes nothing old", async () => {
  expect(await oldAfter()).toEqual([]);
});
