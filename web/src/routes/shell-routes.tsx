import {
  type AnyRoute,
  type AsyncRouteComponent,
  createRoute,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { useAlive } from "../lib/alive.ts";
import {
  parseQuery,
  type QueryDefinition,
  type ShellDefinition,
  type ShellScreenProps,
} from "../lib/route-definition.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { rootRoute, routePath } from "./router.tsx";
import { shellTable } from "./shell-table.ts";
import { TextSkeleton } from "./skeletons.tsx";

function shellRoute(definition: ShellDefinition) {
  const Screen = lazyRouteComponent(definition.screen) as AsyncRouteComponent<
    ShellScreenProps<string, QueryDefinition>
  >;

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route
  function ShellPage() {
    const params = route.useParams();
    const search: Record<string, string> = route.useSearch();
    useAlive();
    return <Screen params={params} query={parseQuery(definition.query, search)} />;
  }
  ShellPage.preload = () => Screen.preload?.();

  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: routePath(definition.pattern),
    component: ShellPage,
    pendingComponent: TextSkeleton,
    errorComponent: () => <ErrorScreen />,
  });
  return route;
}

/** The routes of all browser-only screens. */
export const shellRoutes: AnyRoute[] = Object.values(shellTable).map((definition) =>
  shellRoute(definition),
);
