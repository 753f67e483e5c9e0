import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, vi } from "vitest";
import { ToastProvider } from "../../src/ui/toast.tsx";

/** Pages that a visit has behind it: a shop and its town, another shop, an article, and the panel's lists. */
const READ: Record<string, unknown> = {
  "/api/coffee-shops/blue-door": { id: "shop-1", cityId: "city-1" },
  "/api/cities/alexandria-la": { id: "city-1", name: "Alexandria" },
  "/api/cities/alexandria-la/local-vibes": [],
  "/api/search?q=blue": { items: [{ id: "shop-1" }] },
  "/api/blog/articles": { items: [{ id: "article-1" }] },
  "/api/legal": { about: "nothing of the kind" },
  "/api/admin/audit": { entries: [] },
  "/api/admin/coffee-shops?page=1": { shops: [{ id: "shop-1" }] },
};

export const answered =
  (answer: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(answer, { status }));

/** Renders a part of a screen over what was read before; `old` waits for the answers that are known to be old then. */
export function withPages(part: ReactNode, answer: () => Promise<Response>) {
  vi.stubGlobal("fetch", vi.fn(answer));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const [address, data] of Object.entries(READ)) client.setQueryData([address], data);
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>{part}</ToastProvider>
    </QueryClientProvider>,
  );
  const old = () =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => String(queryKey[0]))
      .filter((address) => address in READ);
  return {
    /** The panel's log always is; which of the others? */
    old: async () => {
      await waitFor(() => expect(old()).toContain("/api/admin/audit"));
      return old().filter((address) => address !== "/api/admin/audit");
    },
  };
}

export const SHOP_PAGES = [
  "/api/coffee-shops/blue-door",
  "/api/cities/alexandria-la",
  "/api/cities/alexandria-la/local-vibes",
  "/api/search?q=blue",
  "/api/admin/coffee-shops?page=1",
];
