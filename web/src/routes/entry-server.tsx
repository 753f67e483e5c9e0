import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { KeptMarkupContext } from "../lib/kept-markup.ts";
import * as towns from "../ui/draw-town.ts";
import { lent } from "../ui/drawings.ts";
import * as fronts from "../ui/storefront/draw-storefront.ts";
import { keptMarkup } from "./kept-markup.ts";
import type { FirstPage, Outcome } from "./outcome.ts";
import { makeRouter } from "./router.tsx";
import { parseSearch, stringifySearch } from "./search-text.ts";

/** Provided by the server during a render: reads of the view that it started with, and its log. */
declare const host: {
  get(path: string): string | null | undefined;
  log(level: "debug" | "info" | "warn" | "error", message: string): void;
};

interface RenderArgument {
  path: string;
  search: string;
  origin: string;
  outcome: Outcome;
}

Object.assign(lent, { fronts, towns });

/** The only thing that outlives a render: HTML that depends only on its key. */
const keep = keptMarkup();

/**
 * Renders one page as HTML without a doctype. Status, redirects and missing pages are decided before; a page that can't
 * be rendered completely throws, and never returns half a page.
 */
async function render(argument: string): Promise<string> {
  const { path, search, outcome }: RenderArgument = JSON.parse(argument);
  // Everything is new for each page, so that nothing of one visitor's can reach the next.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [read] }) => {
          const text = host.get(String(read));
          // Missing pages are detected before the render, so this is a bug.
          if (typeof text !== "string") throw new Error(`nothing answers ${read}`);
          return JSON.parse(text);
        },
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
      },
    },
  });
  // The router redirects URLs that it would write differently, so it gets its own spelling.
  const href = path + stringifySearch(parseSearch(search));
  const first: FirstPage = { outcome, href };
  const history = createMemoryHistory({ initialEntries: [href] });
  const router = makeRouter({ queryClient, first }, history, true);
  await router.load();
  const { matches } = router.state;
  first.matchId = matches.at(-1)?.id;
  for (const { status, error } of matches) if (status === "error") throw error;
  if (outcome.status === 200 && matches.length < 2) throw new Error(`no route for ${path}`);
  const html = renderToString(
    <KeptMarkupContext value={keep}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </KeptMarkupContext>,
  );
  // React swallows an error below a Suspense boundary, and leaves this marker in its place.
  if (html.includes("<!--$!-->")) throw new Error("a component failed below a Suspense boundary");
  return html;
}

Object.defineProperty(globalThis, "render", { value: render, configurable: true });
