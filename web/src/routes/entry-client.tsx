import "../ui/styles.css";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createBrowserHistory, RouterProvider } from "@tanstack/react-router";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { getJson } from "../api/client.ts";
import { announcePages, followLinks } from "./links.ts";
import type { FirstPage, Outcome } from "./outcome.ts";
import { makeRouter } from "./router.tsx";
import { siteRead } from "./table.ts";
import { followReturns } from "./votes.ts";

interface PageState {
  outcome: Outcome;
  /** Answers that the server drew the page from, by the address of the read. */
  reads: Record<string, unknown>;
}

async function start() {
  const state: PageState = JSON.parse(document.getElementById("page-state")?.textContent ?? "");
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey: [path], signal }) => getJson(String(path), signal),
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
      },
      mutations: { retry: false },
    },
  });
  for (const [path, answer] of Object.entries(state.reads))
    queryClient.setQueryData([path], answer);
  // Before anything is waited for: the browser says only once that it has brought a page back.
  followReturns(queryClient);

  const history = createBrowserHistory();
  const first: FirstPage = { outcome: state.outcome, href: history.location.href };
  const isShell = state.outcome.status === 200 && state.outcome.shell;
  const shells = isShell ? (await import("./shell-routes.tsx")).shellRoutes : [];
  const router = makeRouter({ queryClient, first }, history, false, shells);
  const page = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
  if (isShell) {
    // The server did not draw this page. Chrome and placeholders stand until the API has answered.
    await queryClient.prefetchQuery({ queryKey: [siteRead.template] });
    createRoot(document).render(page);
  } else {
    // Tells the router that this document was drawn by a server; without it hydration fails.
    router.ssr = { manifest: undefined };
    await router.load();
    first.matchId = router.state.matches.at(-1)?.id;
    startTransition(() => {
      hydrateRoot(document, page);
    });
  }
  followLinks(router);
  announcePages(router);
}

void start();
