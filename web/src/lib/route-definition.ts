import type { ComponentType, ReactNode } from "react";

/**
 * The meaning of a screen's URL: its pattern, its known query parameters and the API reads it needs. The build writes
 * these definitions to `routes.json`, which the server uses to match URLs, decide the status and make cache keys; so
 * both sides must build a read's URL in exactly the same way.
 */

export type QueryParameter =
  | { type: "integer"; default: number; min: number; max: number }
  | { type: "number"; default: null; min: number; max: number }
  | { type: "text"; default: ""; maxLength: number }
  | { type: "flag"; default: false }
  | { type: "choice"; default: string; values: readonly string[] };

export type QueryDefinition = Record<string, QueryParameter>;

export type QueryValues<Q extends QueryDefinition> = { [K in keyof Q]: ValueOf<Q[K]> };

type ValueOf<P extends QueryParameter> = P extends { type: "integer" }
  ? number
  : P extends { type: "flag" }
    ? boolean
    : P extends { type: "number" }
      ? number | null
      : P extends { type: "choice"; default: infer D; values: readonly (infer V)[] }
        ? D | V
        : string;

export type QueryValue = string | number | boolean | null;

/** An API URL with `{name}` placeholders, and the type of its response. */
export interface Read<T> {
  template: string;
  /** Never set; carries the response's type. */
  answer?: T;
}

export type Reads = Record<string, Read<unknown>>;

export type ReadAnswers<R extends Reads> = {
  [K in keyof R]: R[K] extends Read<infer T> ? T : never;
};

export type MissingKind =
  | "page"
  | "city"
  | "breakfast"
  | "coffee"
  | "shop"
  | "article"
  | "category"
  | "tag";

/** Loads a screen's chunk. */
export type ScreenLoader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** The props of a server-rendered screen: its reads' responses, and the parsed query. */
export interface ScreenProps<R, Q> {
  data: R extends Reads ? ReadAnswers<R> : never;
  query: Q extends QueryDefinition ? QueryValues<Q> : never;
}

/** The audience whose first visit a screen counts toward, in `scripts/weight.mjs`. */
export type Audience = "visitor" | "helper" | "owner" | "admin";

/** A server-rendered page. */
export interface RouteDefinition<
  R extends Reads = Reads,
  Q extends QueryDefinition = QueryDefinition,
> {
  pattern: string;
  reads: R;
  /** Reads that only one section needs: if they fail, the page stays and the section says so (D80). */
  side?: readonly (keyof R & string)[];
  query: Q;
  /**
   * How long the server may cache the page: while its data is unchanged, for a second, forever, or never because it is
   * private.
   */
  cache: "page" | "search" | "static" | "private";
  /** The not-found screen to show when a read returns "not found". */
  missing: MissingKind;
  /** Shown while the screen's data is loading. */
  skeleton: () => ReactNode;
  /** A literal `import()` of the screen's module, because the build reads the module's name from it. */
  screen: ScreenLoader<ScreenProps<NoInfer<R>, NoInfer<Q>>>;
  sitemap: boolean;
  /** "visitor" by default. */
  audience?: Audience;
  /** Available only on a server with demo content. */
  demoOnly?: boolean;
  /** Only here may the payment provider's script run; the page has its own security policy. */
  takesPayments?: boolean;
}

/** The parameters of a pattern such as "/your-shop/{slug}". */
export type PathParams<Pattern extends string> =
  Pattern extends `${string}{${infer Name}}${infer Rest}`
    ? { [K in Name]: string } & PathParams<Rest>
    : unknown;

/** The props of a browser-only screen, which gets everything else from the API. */
export interface ShellScreenProps<Pattern extends string, Q extends QueryDefinition> {
  params: PathParams<Pattern>;
  query: QueryValues<Q>;
}

/** A screen's place in the menu of the panel. */
export interface AdminTab {
  path: string;
  /** Also the screen's heading. */
  title: string;
  group: string;
  /** The kinds of items in the inbox that are counted beside it. */
  waiting?: readonly string[] | "everything";
}

/** A screen rendered only in the browser. The server answers its URL with an empty document that isn't cached. */
export interface ShellDefinition<
  Pattern extends string = string,
  Q extends QueryDefinition = QueryDefinition,
> {
  pattern: Pattern;
  query: Q;
  /** A literal `import()` of the screen's module, because the build reads the module's name from it. */
  screen: ScreenLoader<ShellScreenProps<NoInfer<Pattern>, NoInfer<Q>>>;
  audience: "owner" | "admin";
  tab?: AdminTab;
  /** On the panel's screens without a tab of their own: the URL of the tab that they belong to. */
  below?: string;
  /** The panel's sign-in form, on a screen with words of its own: its heading, and what it says about a wrong password. */
  gate?: { title: string; wrong: string };
  demoOnly?: boolean;
}

export function read<T>(template: string): Read<T> {
  return { template };
}

/** Parses the known parameters of a URL; missing and invalid ones get their defaults. */
export function parseQuery<Q extends QueryDefinition>(
  definition: Q,
  search: Readonly<Record<string, string>>,
): QueryValues<Q> {
  const values: Record<string, QueryValue> = {};
  for (const [name, parameter] of Object.entries(definition)) {
    values[name] = parseParameter(parameter, search[name]);
  }
  return values as QueryValues<Q>;
}

function parseParameter(parameter: QueryParameter, text: string | undefined): QueryValue {
  if (text === undefined) return parameter.default;
  switch (parameter.type) {
    case "integer": {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : parameter.default;
      return value >= parameter.min && value <= parameter.max ? value : parameter.default;
    }
    case "number": {
      const value = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : null;
      return value !== null && value >= parameter.min && value <= parameter.max ? value : null;
    }
    case "flag":
      return text === "true";
    case "choice":
      return parameter.values.includes(text) ? text : parameter.default;
    case "text":
      return text.trim().replace(/\s+/g, " ").slice(0, parameter.maxLength);
  }
}

/** The URL of an API read, from path parameters and parsed query values. */
export function fillRead(
  template: string,
  params: Readonly<Record<string, string>>,
  definition: QueryDefinition,
  query: Readonly<Record<string, QueryValue>>,
): string {
  const [base = "", group] = template.split("{?");
  let path = base.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? query[name] ?? ""),
  );
  for (const name of group?.slice(0, -1).split(",") ?? []) {
    const value = query[name];
    if (value === undefined || value === null || value === definition[name]?.default) continue;
    path += `${path.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`;
  }
  return path;
}
