import { type QueryClient, useQuery } from "@tanstack/react-query";
import {
  type AsyncRouteComponent,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
} from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { ApiError } from "../api/client.ts";
import { useAlive } from "../lib/alive.ts";
import {
  fillRead,
  type MissingKind,
  parseQuery,
  type QueryValues,
  type ReadAnswers,
  type RouteDefinition,
} from "../lib/route-definition.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { MissingScreen } from "./missing-screen.tsx";
import type { FirstPage, Missing } from "./outcome.ts";
import { Root } from "./root.tsx";
import { parseSearch, stringifySearch } from "./search-text.ts";
import {
  CitySkeleton,
  HomeSkeleton,
  ListSkeleton,
  ShopSkeleton,
  Spinner,
  TextSkeleton,
  TownsSkeleton,
} from "./skeletons.tsx";
import { siteRead, table } from "./table.ts";

export interface RouterContext {
  queryClient: QueryClient;
  first: FirstPage;
}

/** Props of a screen: the answers of its reads, and the parsed query of its address. */
interface ScreenProps<R extends RouteDefinition> {
  data: ReadAnswers<R["reads"]>;
  query: QueryValues<R["query"]>;
}

type ScreenModule<R extends RouteDefinition> = Promise<{
  default: ComponentType<ScreenProps<R>>;
}>;

const rootRoute = createRootRouteWithContext<RouterContext>()({
  loader: ({ context }) => context.queryClient.ensureQueryData({ queryKey: [siteRead.template] }),
  component: Root,
  notFoundComponent: ({ data }) => <MissingScreen kind="page" {...(data as Missing | undefined)} />,
  errorComponent: () => <ErrorScreen />,
});

function screenRoute<R extends RouteDefinition>(
  definition: R,
  Skeleton: () => ReactNode,
  load: () => ScreenModule<R>,
) {
  const Screen = lazyRouteComponent(load) as AsyncRouteComponent<ScreenProps<R>>;
  const names = Object.keys(definition.reads);

  function Page() {
    const { addresses, query }: { addresses: string[]; query: QueryValues<R["query"]> } =
      route.useLoaderData();
    useAlive();
    // biome-ignore lint/correctness/useHookAtTopLevel: as many reads as the route has, always in one order
    const answers = addresses.map((path) => useQuery({ queryKey: [path] }).data);
    const data = Object.fromEntries(names.map((name, index) => [name, answers[index]]));
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
        const asked = addresses.map((path) => queryClient.ensureQueryData({ queryKey: [path] }));
        await Promise.all(asked).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 404)) throw error;
          throw notFound({ data: missing(error, definition.missing, location.search) });
        });
      }
      return { addresses, query: deps };
    },
    component: Page,
    pendingComponent: Skeleton,
    errorComponent: () => <ErrorScreen kind={definition.missing} />,
  });
  return route;
}

const routeTree = rootRoute.addChildren([
  screenRoute(table.home, HomeSkeleton, () => import("../features/home/screens/home-screen.tsx")),
  screenRoute(
    table.cities,
    TownsSkeleton,
    () => import("../features/cities/screens/cities-screen.tsx"),
  ),
  screenRoute(
    table.search,
    ListSkeleton,
    () => import("../features/search/screens/search-screen.tsx"),
  ),
  screenRoute(table.blog, ListSkeleton, () => import("../features/blog/screens/blog-screen.tsx")),
  screenRoute(
    table.articleCategory,
    ListSkeleton,
    () => import("../features/blog/screens/category-screen.tsx"),
  ),
  screenRoute(
    table.articleTag,
    ListSkeleton,
    () => import("../features/blog/screens/tag-screen.tsx"),
  ),
  screenRoute(
    table.article,
    TextSkeleton,
    () => import("../features/blog/screens/article-screen.tsx"),
  ),
  screenRoute(
    table.terms,
    TextSkeleton,
    () => import("../features/legal/screens/terms-screen.tsx"),
  ),
  screenRoute(
    table.privacy,
    TextSkeleton,
    () => import("../features/legal/screens/privacy-screen.tsx"),
  ),
  screenRoute(
    table.contact,
    TextSkeleton,
    () => import("../features/legal/screens/contact-screen.tsx"),
  ),
  screenRoute(
    table.dataSources,
    TextSkeleton,
    () => import("../features/legal/screens/data-sources-screen.tsx"),
  ),
  screenRoute(
    table.accessibility,
    TextSkeleton,
    () => import("../features/legal/screens/accessibility-screen.tsx"),
  ),
  screenRoute(
    table.passport,
    TextSkeleton,
    () => import("../features/passport/screens/passport-screen.tsx"),
  ),
  screenRoute(
    table.apiDocs,
    TextSkeleton,
    () => import("../features/api-docs/screens/api-docs-screen.tsx"),
  ),
  screenRoute(
    table.newsletter,
    TextSkeleton,
    () => import("../features/newsletter/screens/newsletter-screen.tsx"),
  ),
  screenRoute(
    table.design,
    TextSkeleton,
    () => import("../features/design/screens/design-screen.tsx"),
  ),
  screenRoute(
    table.bestBreakfast,
    Spinner,
    () => import("../features/spots/screens/best-breakfast-screen.tsx"),
  ),
  screenRoute(
    table.bestCoffee,
    Spinner,
    () => import("../features/spots/screens/best-coffee-screen.tsx"),
  ),
  screenRoute(
    table.howWeRank,
    TextSkeleton,
    () => import("../features/spots/screens/how-we-rank-screen.tsx"),
  ),
  screenRoute(table.city, CitySkeleton, () => import("../features/cities/screens/city-screen.tsx")),
  screenRoute(table.shop, ShopSkeleton, () => import("../features/shops/screens/shop-screen.tsx")),
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
    defaultErrorComponent: () => <ErrorScreen />,
  });
}

/** A list that became shorter while somebody leafed through it has a last page; else the thing itself is not there. */
function missing({ lastPage }: ApiError, kind: MissingKind, search: object): Missing {
  if (lastPage === undefined) return { kind };
  return { kind: "end", last: stringifySearch({ ...search, page: lastPage }) };
}
