import type { MissingKind } from "../lib/route-definition.ts";

/** Why a URL has no page of its own. */
export interface Missing {
  /** `end`: the list has no page with that number; `query`: the query is invalid. */
  kind: MissingKind | "end" | "query";
  /** For `end`: the query of the last page, including the question mark. */
  last?: string;
  /** For `query`: a sentence that names the parameter. */
  reason?: string;
}

/** The server's decision about the URL, made before rendering. */
export type Outcome = ({ status: 200 } | ({ status: 404 | 410 } & Missing)) & {
  /** The document has no content: the browser renders it. */
  shell?: boolean;
};

/** The outcome of the first page, and the router match that it applies to. */
export interface FirstPage {
  outcome: Outcome;
  href: string;
  matchId?: string | undefined;
}
