import { createContext, useContext } from "react";
import type { AdminTab, ShellDefinition } from "../../lib/route-definition.ts";

/** The tabs of the panel, which the routes define, for every screen of it. */
interface Tabs {
  /** In the order of the menu. */
  tabs: readonly AdminTab[];
  /** The one whose screen this is; none on the screens below a tab. */
  own?: AdminTab | undefined;
  /** URL of the tab that is shown, or that the shown screen is below. */
  current?: string | undefined;
  /** The words of its sign-in form, if they are its own. */
  gate?: ShellDefinition["gate"];
}

export const TabsContext = createContext<Tabs>({ tabs: [] });

export const useTabs = () => useContext(TabsContext);
