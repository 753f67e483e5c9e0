import "../ui/styles.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createBrowserHistory, RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { getJson } from "../api/client.ts";
import { announcePages, followLinks, followMenu } from "./links.ts";
import type { FirstPage, Outcome } from "./outcome.ts";
import { makeRouter } from "./router.tsx";
import { siteRead } from "./table.ts";
import { followReturns, stayTrue } from "./votes.ts";

interface PageState {
  outcome: Outcome;
  /** The responses that the server rendered the page with, by the read's URL. */
  reads: Record<string, unknown>;
}

async function start() {
  const state: PageState = JSON.parse(document.getElementById("page-state")?.textContent ?? "");
  const isShell = state.outcome.shell === true;
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path], signal }) => getJson(String(path), signal),
        retry: false,
        refetchOnWindowFocus: false,
        // Offline calls fail at once and say so.
        networkMode: "always",
        // As long as the router remembers the pages that use them.
        gcTime: 3_600_000,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
  for (const [path, answer] of Object.entries(state.reads))
    queryClient.setQueryData([path], answer);
  // Registered before waiting for anything: the browser reports only once that it restored a page.
  followReturns(queryClient);
  stayTrue(queryClient);

  const history = createBrowserHistory();
  const first: FirstPage = { outcome: state.outcome, href: history.location.href };
  const shells = isShell ? (await import("./shell-routes.tsx")).shellRoutes : [];
  const router = makeRouter({ queryClient, first }, history, false, shells);
  const loadFirst = async () => {
    await router.load();
    first.matchId = router.state.matches.at(-1)?.id;
  };
  const page = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
  if (isShell) {
    // The server didn't render this page. The frame and placeholders are shown until the API responds.
    await queryClient.prefetchQuery({ queryKey: [siteRead.template] });
    // Its URL still has no page.
    if (state.outcome.status !== 200) await loadFirst();
    createRoot(document).render(page);
  } else {
    // Tells the router that the server rendered this document; otherwise, hydration fails.
    router.ssr = { manifest: undefined };
    await loadFirst();
    startTransition(() => {
      hydrateRoot(document, page);
    });
  }
  followLinks(router);
  followMenu(router);
  announcePages(router);
}

void start();
