import { type QueryClient, useQuery } from "@tanstack/react-query";
import {
  type AnyRoute,
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
} from "@tanstack/react-router";
import { ApiError } from "../api/client.ts";
import { useAlive } from "../lib/alive.ts";
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
import { ErrorScreen } from "./error-screen.tsx";
import { MissingScreen } from "./missing-screen.tsx";
import type { FirstPage, Missing } from "./outcome.ts";
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
  const Screen = lazyRouteComponent(definition.screen) as AsyncRouteComponent<
    ScreenProps<Reads, QueryDefinition>
  >;
  const names = Object.keys(definition.reads);

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route
  function Page() {
    const { addresses, query }: { addresses: string[]; query: QueryValues<QueryDefinition> } =
      route.useLoaderData();
    useAlive();
    // biome-ignore lint/correctness/useHookAtTopLevel: as many reads as the route has, always in one order
    const answers = addresses.map((path) => useQuery({ queryKey: [path] }).data);
    const data = Object.fromEntries(names.map((name, index) => [name, answers[index]]));
    return <Screen data={data} query={query} />;
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
      // The server has already said that this address has no page: nothing is asked for.
      if (first.outcome.status === 200 || first.href !== location.href) {
        const asked = addresses.map((path) => queryClient.ensureQueryData({ queryKey: [path] }));
        await Promise.all(asked).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 404)) throw error;
          throw notFound({ data: missing(error, definition.missing, location.search) });
        });
      }
      return { addresses, query: deps };
    },
    component: Page,
    pendingComponent: definition.skeleton,
    errorComponent: () => <ErrorScreen kind={definition.missing} />,
  });
  return route;
}

/** A pattern as the router spells it. */
export const routePath = (pattern: string) => pattern.replace(/\{(\w+)\}/g, "$$$1");

const pages: AnyRoute[] = Object.values(table).map((definition) => pageRoute(definition));

/** `shells`: routes of screens that the browser draws alone, where they were loaded. */
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
    scrollRestoration: !isServer,
    defaultPendingMs: 300,
    defaultPendingMinMs: 300,
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: () => <ErrorScreen />,
  });
}

/** A list that became shorter while somebody leafed through it has a last page; else the thing itself is not there. */
function missing({ lastPage }: ApiError, kind: MissingKind, search: object): Missing {
  if (lastPage === undefined) return { kind };
  return { kind: "end", last: stringifySearch({ ...search, page: lastPage }) };
}
