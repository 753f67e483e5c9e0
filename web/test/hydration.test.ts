import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { createElement, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { expect, it, onTestFinished, vi } from "vitest";
import type { FirstPage } from "../src/routes/outcome.ts";
import { makeRouter } from "../src/routes/router.tsx";
import { answer } from "./support/sample-api.ts";
import { loadServerBundle } from "./support/server-bundle.ts";

const render = loadServerBundle(answer);

/** React's development build says which element differs; the build for production says nothing about attributes. */
const PAGES = [
  "/",
  "/cities",
  "/cities/alexandria-la",
  "/cities/alexandria-la/best-coffee",
  "/coffee-shops/corner-perk-alexandria-la",
  "/search?q=alex",
  "/blog",
  "/blog/the-ingredient-nobody-buys-is-water",
  "/list-shop",
  "/claim-business/corner-perk-alexandria-la",
  "/contact",
  "/data-sources",
];

// In ms: a loaded machine needs seconds to hydrate the largest pages.
const PATIENCE = 20_000;

it.each(PAGES)("%s is hydrated without a difference", { timeout: 2 * PATIENCE }, async (href) => {
  const [path = "/", search] = href.split("?");
  const { html, asked } = await render(path, search && `?${search}`);
  const complaints: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...words) => complaints.push(words.join(" ")));
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
  document.open();
  document.write(html);
  document.close();
  const heading = document.querySelector("h1");

  const queries = {
    queryFn: ({ queryKey: [read] }: { queryKey: readonly unknown[] }) => answer(String(read)),
    staleTime: Number.POSITIVE_INFINITY,
  };
  const queryClient = new QueryClient({ defaultOptions: { queries } });
  for (const read of asked) queryClient.setQueryData([read], answer(read));
  const first: FirstPage = { outcome: { status: 200 }, href };
  const history = createMemoryHistory({ initialEntries: [href] });
  const router = makeRouter({ queryClient, first }, history, false);
  router.ssr = { manifest: undefined };
  await router.load();
  first.matchId = router.state.matches.at(-1)?.id;
  const page = createElement(
    StrictMode,
    null,
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(RouterProvider, { router }),
    ),
  );
  const root = hydrateRoot(document, page, {
    onRecoverableError: (error) => complaints.push(error),
  });
  onTestFinished(() => root.unmount());
  await vi.waitFor(() => expect(document.documentElement.dataset.alive).toBeDefined(), PATIENCE);
  expect(complaints).toEqual([]);
  expect(document.querySelector("h1")).toBe(heading);
});
