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
  signIn: shell({
    pattern: "/sign-in",
    // Where to go on afterwards.
    query: { next: { type: "text", default: "", maxLength: 300 } },
    screen: () => import("../features/sign-in/screens/sign-in-screen.tsx"),
    audience: "owner",
  }),
  adminLogin: shell({
    pattern: "/admin-login",
    query: {},
    screen: () => import("../features/admin/screens/admin-login-screen.tsx"),
    audience: "admin",
  }),
  admin: shell({
    pattern: "/admin",
    query: {},
    screen: () => import("../features/admin/screens/admin-screen.tsx"),
    audience: "admin",
  }),
  design: shell({
    pattern: "/design",
    query: {
      find: { type: "text", default: "", maxLength: 100 },
      sort: { type: "choice", default: "name", values: ["name", "votes"] },
      direction: { type: "choice", default: "ascending", values: ["ascending", "descending"] },
      tab: { type: "choice", default: "shops", values: ["shops", "stories", "claims"] },
      page: { type: "integer", default: 1, min: 1, max: 10_000 },
    },
    screen: () => import("../features/design/screens/design-screen.tsx"),
    audience: "admin",
    demoOnly: true,
  }),
} as const;
