import { type QueryClient, useQueries } from "@tanstack/react-query";
import {
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import {
  fillRead,
  type MissingKind,
  parseQuery,
  type QueryValues,
  type ReadAnswers,
  type RouteDefinition,
} from "../lib/route-definition.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { Loading } from "./loading.tsx";
import { MissingScreen } from "./missing-screen.tsx";
import type { FirstPage } from "./outcome.ts";
import { Root } from "./root.tsx";
import { parseSearch, stringifySearch } from "./search-text.ts";
import { siteRead, table } from "./table.ts";

export interface RouterContext {
  queryClient: QueryClient;
  first: FirstPage;
}

/** Props of a screen: the answers of its reads, and the parsed query of its address. */
export interface ScreenProps<R extends RouteDefinition> {
  data: ReadAnswers<R["reads"]>;
  query: QueryValues<R["query"]>;
}

type ScreenModule<R extends RouteDefinition> = Promise<{
  default: ComponentType<ScreenProps<R>>;
}>;

const rootRoute = createRootRouteWithContext<RouterContext>()({
  loader: ({ context }) => context.queryClient.ensureQueryData({ queryKey: [siteRead.template] }),
  component: Root,
  notFoundComponent: ({ data }) => <MissingScreen kind={missingKind(data)} />,
  errorComponent: ErrorScreen,
});

function screenRoute<R extends RouteDefinition>(definition: R, load: () => ScreenModule<R>) {
  const Screen = lazyRouteComponent(load) as AsyncRouteComponent<ScreenProps<R>>;
  const names = Object.keys(definition.reads);

  // biome-ignore lint/correctness/noComponentHookFactories: made once per route, when the module loads
  function Page() {
    const { addresses, query }: { addresses: string[]; query: QueryValues<R["query"]> } =
      route.useLoaderData();
    const answers = useQueries({ queries: addresses.map((path) => ({ queryKey: [path] })) });
    const data = Object.fromEntries(names.map((name, index) => [name, answers[index]?.data]));
    return <Screen data={data as ReadAnswers<R["reads"]>} query={query} />;
  }
  Page.preload = () => Screen.preload?.();

  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: definition.pattern.replace(/\{(\w+)\}/g, "$$$1"),
    loaderDeps: ({ search }: { search: Record<string, string> }) =>
      parseQuery(definition.query, search),
    loader: async ({ context, params, deps, location }) => {
      const addresses = Object.values(definition.reads).map(({ template }) =>
        fillRead(template, params, definition.query, deps),
      );
      const { first, queryClient } = context;
      // The server has already said that this address has no page: nothing is asked for.
      if (first.outcome.status === 200 || first.href !== location.href) {
        const answers = await Promise.all(
          addresses.map((path) => queryClient.ensureQueryData({ queryKey: [path] })),
        );
        if (answers.includes(null)) throw notFound({ data: { kind: definition.missing } });
      }
      return { addresses, query: deps };
    },
    component: Page,
    pendingComponent: Loading,
  });
  return route;
}

const routeTree = rootRoute.addChildren([
  screenRoute(table.home, () => import("../features/home/screens/home-screen.tsx")),
  screenRoute(table.cities, () => import("../features/cities/screens/cities-screen.tsx")),
  screenRoute(table.city, () => import("../features/cities/screens/city-screen.tsx")),
  screenRoute(table.shop, () => import("../features/shops/screens/shop-screen.tsx")),
]);

export function makeRouter(context: RouterContext, history: RouterHistory, isServer: boolean) {
  return createRouter({
    routeTree,
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
    defaultErrorComponent: ErrorScreen,
  });
}

/** What a loader said was missing; an address that no route knows says nothing. */
function missingKind(data: unknown): MissingKind {
  const kind: unknown = typeof data === "object" && data && "kind" in data ? data.kind : undefined;
  return kind === "city" || kind === "shop" ? kind : "page";
}
