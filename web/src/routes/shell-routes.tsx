import {
  type AnyRoute,
  type AsyncRouteComponent,
  createRoute,
  lazyRouteComponent,
  Outlet,
  useRouterState,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { inTime } from "../api/limits.ts";
import { TabsContext } from "../components/admin/tabs.ts";
import { useAlive } from "../lib/alive.ts";
import {
  parseQuery,
  type QueryDefinition,
  type ShellDefinition,
  type ShellScreenProps,
} from "../lib/route-definition.ts";
import { ErrorScreen } from "./error-screen.tsx";
import { rootRoute, routePath } from "./router.tsx";
import { TabFailed } from "./shell-failed.tsx";
import { shellTable } from "./shell-table.ts";
import { TextSkeleton } from "./skeletons.tsx";

const definitions = Object.values<ShellDefinition>(shellTable);
const tabs = definitions.flatMap(({ tab = [] }) => tab);
const placeOf = ({ tab, below, gate }: ShellDefinition) => ({
  tabs,
  own: tab,
  current: tab?.path ?? below,
  gate,
});

const isInPanel = ({ tab, below }: ShellDefinition) => tab !== undefined || below !== undefined;

/**
 * The router reloads the page when a screen's module is missing, and without a connection the browser's error page would
 * take the place of the panel. Under another message the error stays here.
 */
const inPlace = (screen: ShellDefinition["screen"]) => () =>
  inTime(screen()).catch((cause: unknown) => {
    throw new Error("this screen couldn't be loaded", { cause });
  });

function shellRoute(parent: AnyRoute, definition: ShellDefinition) {
  const place = placeOf(definition);
  const isPanel = isInPanel(definition);
  const { screen } = definition;
  const Screen = lazyRouteComponent(
    isPanel ? inPlace(screen) : () => inTime(screen()),
  ) as AsyncRouteComponent<ShellScreenProps<string, QueryDefinition>>;

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each route
  function ShellPage() {
    const params = route.useParams();
    const search: Record<string, string> = route.useSearch();
    useAlive();
    return (
      <TabsContext value={place}>
        <Screen params={params} query={parseQuery(definition.query, search)} />
      </TabsContext>
    );
  }
  ShellPage.preload = () => Screen.preload?.();

  const route = createRoute({
    getParentRoute: () => parent,
    path: routePath(definition.pattern),
    component: ShellPage,
    pendingComponent: TextSkeleton,
    errorComponent: () => (isPanel ? <TabFailed /> : <ErrorScreen />),
  });
  return route;
}

const Workbench = lazyRouteComponent(() =>
  inTime(import("../components/admin/workbench.tsx")),
) as AsyncRouteComponent<{ children: ReactNode }>;

/** The panel's frame: it stays while the screens in it change. */
function WorkbenchPage() {
  const last = useRouterState({ select: (state) => state.matches.at(-1) });
  const shown = definitions.find(({ pattern }) => routePath(pattern) === last?.fullPath);
  return (
    <TabsContext value={shown ? placeOf(shown) : { tabs }}>
      <Workbench>
        <Outlet />
      </Workbench>
    </TabsContext>
  );
}
WorkbenchPage.preload = () => Workbench.preload?.();

const workbench = createRoute({
  getParentRoute: () => rootRoute,
  // The document's frame knows it by this name (`root.tsx`).
  id: "workbench",
  component: WorkbenchPage,
  pendingComponent: TextSkeleton,
  errorComponent: () => <ErrorScreen />,
});

/** The routes of all browser-only screens. */
export const shellRoutes: AnyRoute[] = [
  ...definitions.filter((one) => !isInPanel(one)).map((one) => shellRoute(rootRoute, one)),
  workbench.addChildren(definitions.filter(isInPanel).map((one) => shellRoute(workbench, one))),
];
