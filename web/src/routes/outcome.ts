import type { MissingKind } from "../lib/route-definition.ts";

/** What the server decided about the address before anything was drawn. */
export type Outcome = { status: 200; shell?: boolean } | { status: 404 | 410; kind: MissingKind };

/** Outcome of the first page, and the router's match for which it holds. */
export interface FirstPage {
  outcome: Outcome;
  href: string;
  matchId?: string | undefined;
}
