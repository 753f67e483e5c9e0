import type { MissingKind } from "../lib/route-definition.ts";

/** Why an address shows no page of its own. */
export interface Missing {
  /** `end`: the list has no page with that number; `query`: the part behind the question mark can't be read. */
  kind: MissingKind | "end" | "query";
  /** Of `end`: the query of the last page, from the question mark on. */
  last?: string;
  /** Of `query`: a sentence that names the parameter. */
  reason?: string;
}

/** What the server decided about the address before anything was drawn. */
export type Outcome = ({ status: 200 } | ({ status: 404 | 410 } & Missing)) & {
  /** The document came without its content: the browser draws it. */
  shell?: boolean;
};

/** Outcome of the first page, and the router's match for which it holds. */
export interface FirstPage {
  outcome: Outcome;
  href: string;
  matchId?: string | undefined;
}
