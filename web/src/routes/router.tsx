import { type QueryClient, useQuery } from "@tanstack/react-query";
import {
  type AnyRoute,
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type ParsedLocation,
  type RouterHistory,
} from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect } from "react";
import { ApiError } from "../api/client.ts";
import { inTime } from "../api/limits.ts";
import { isAlive, useAlive } from "../lib/alive.ts";
import {
  fillRead,
  type MissingKind,
  parseQuery,
  type QueryDefinition,
  type QueryValues,
  type Reads,
  type RouteDefinition,
  type ScreenProps,
} from "../lib/route-definition.ts";
import { type SideRead, SideReadsContext } from "../lib/side-reads.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { MissingScreen } from "./missing-screen.tsx";
import type { FirstPage, Missing } from "./outcome.ts";
import { PENDING_MILLIS } from "./pending.ts";
import { Root } from "./root.tsx";
import { parseSearch, stringifySearch } from "./search-text.ts";
import { siteRead, table } from "./table.ts";

export interface RouterContext {
  queryClient: QueryClient;
  first: FirstPage;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  loader: ({ context }) => context.queryClient.ensureQueryData({ queryKey: [siteRead.template] }),
  component: Root,
  notFoundComponent: ({ data }) => <MissingScreen kind="page" {...(data as Missing | undefined)} />,
  errorComponent: () => <ErrorScreen />,
});

function pageRoute(definition: RouteDefinition) {
  const { screen } = definition;
  // A page from the server can be read, however late its script comes. The server has its screens, and no timers.
  const Screen = lazyRouteComponent(() =>
    import.meta.env.SSR || !isAlive() ? screen() : inTime(screen()),
  ) as AsyncRouteComponent<ScreenProps<Reads, QueryDefinition>>;
  const names = Object.keys(definition.reads);
  const isSide = (name = "") => definition.side?.includes(name) ?? false;
  const Skeleton = definition.skeleton;

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route
  function Page() {
    const { addresses, query }: { addresses: string[]; query: QueryValues<QueryDefinition> } =
      route.useLoaderData();
    useAlive();
    // biome-ignore lint/correctness/useHookAtTopLevel: as many reads as the route has, always in one order
    const answers = addresses.map((path) => useQuery({ queryKey: [path] }));
    const data: Record<string, unknown> = {};
    const sides: Record<string, SideRead> = {};
    let waits = false;
    for (const [index, name] of names.entries()) {
      const answer = answers[index];
      data[name] = answer?.data;
      if (!answer || answer.data !== undefined) continue;
      if (isSide(name)) sides[name] = { failed: answer.isError, again: answer.refetch };
      else if (answer.isError) throw answer.error;
      // The router remembers a page for longer than its responses.
      else waits = true;
    }
    if (waits) return <Pending skeleton={Skeleton} />;
    return (
      <SideReadsContext value={sides}>
        <Screen data={data} query={query} />
      </SideReadsContext>
    );
  }
  Page.preload = () => Screen.preload?.();

  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: routePath(definition.pattern),
    loaderDeps: ({ search }: { search: Record<string, string> }) =>
      parseQuery(definition.query, search),
    loader: async ({ context, params, deps, location }) => {
      const addresses = Object.values(definition.reads).map(({ template }) =>
        fillRead(template, params, definition.query, deps),
      );
      const { first, queryClient } = context;
      // The server has already said that this URL has no page, so nothing is requested.
      if (first.outcome.status === 200 || first.href !== location.href) {
        const ask = (path: string) => queryClient.ensureQueryData({ queryKey: [path] });
        // The server has all responses at hand, and a page without one isn't a page.
        const mayLack = (index: number) => !import.meta.env.SSR && isSide(names[index]);
        const [side, asked] = [true, false].map((lacks) =>
          Promise.all(addresses.filter((_, index) => mayLack(index) === lacks).map(ask)),
        );
        const settled = side?.catch(() => undefined);
        await asked?.catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 404)) throw error;
          throw notFound({ data: missing(error, definition.missing, location.search) });
        });
        if (!import.meta.env.SSR) await Promise.race([settled, pause(SIDE_MILLIS)]);
      }
      return { addresses, query: deps };
    },
    component: Page,
    pendingComponent: () => <Pending skeleton={Skeleton} />,
    errorComponent: ({ error }) => <ErrorScreen kind={definition.missing} error={error} />,
  });
  return route;
}

/** A page being loaded, scrolled to its top wherever the previous one was. */
function Pending({ skeleton: Skeleton }: { skeleton: () => ReactNode }) {
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <title>Loading…</title>
      <Skeleton />
    </>
  );
}

/** How long a page waits for reads that only its sections need. */
const SIDE_MILLIS = 1500;

const pause = (millis: number) => new Promise((done) => setTimeout(done, millis));

/** A pattern in the router's syntax. */
export const routePath = (pattern: string) => pattern.replace(/\{(\w+)\}/g, "$$$1");

const pages: AnyRoute[] = Object.values(table).map((definition) => pageRoute(definition));

/** `shells`: routes of browser-only screens, if loaded. */
export function makeRouter(
  context: RouterContext,
  history: RouterHistory,
  isServer: boolean,
  shells: AnyRoute[] = [],
) {
  return createRouter({
    routeTree: rootRoute.addChildren([...pages, ...shells]),
    context,
    history,
    isServer,
    parseSearch,
    stringifySearch,
    // The server would print an inline script for it.
    scrollRestoration: isServer ? false : restoresScroll(),
    defaultPendingMs: PENDING_MILLIS,
    defaultPendingMinMs: 300,
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: () => <ErrorScreen />,
  });
}

/**
 * Whether the router decides where the page that was just rendered is scrolled to. Not the one from the server, once its
 * reader or the browser has scrolled it: it was on the screen for seconds, and what moves under a finger isn't pressed.
 * Nor a list that was only narrowed or sorted.
 */
function restoresScroll() {
  let shown: string | null = null;
  return ({ location: { pathname, search } }: { location: ParsedLocation<ListQuery> }) => {
    const place = `${pathname} ${search.page} ${search.q} ${search.lat}`;
    const stays = shown === null ? window.scrollY > 0 : shown === place;
    shown = place;
    return !stays;
  };
}

/** What makes a list another one. */
interface ListQuery {
  page?: string;
  q?: string;
  lat?: string;
}

/**
 * A list that became shorter while someone paged through it has a last page; otherwise, the thing itself doesn't exist.
 */
function missing({ lastPage }: ApiError, kind: MissingKind, search: object): Missing {
  if (lastPage === undefined) return { kind };
  return { kind: "end", last: stringifySearch({ ...search, page: lastPage }) };
}
