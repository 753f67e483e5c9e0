import type { QueryDefinition, ShellDefinition } from "../lib/route-definition.ts";

/** Checks that the screen's props are what its pattern and its query give. */
function shell<P extends string, Q extends QueryDefinition>(definition: ShellDefinition<P, Q>) {
  return definition as unknown as ShellDefinition;
}

/**
 * Screens that the browser draws alone: the one place where such a screen is named. The server's bundle holds none of
 * them, and a visitor's page loads none of this.
 */
export const shellTable = {
  design: shell({
    pattern: "/design",
    query: {},
    screen: () => import("../features/design/screens/design-screen.tsx"),
    audience: "admin",
    demoOnly: true,
  }),
} as const;
