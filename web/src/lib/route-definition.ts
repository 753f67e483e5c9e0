import type { ComponentType, ReactNode } from "react";

/**
 * What a screen's address means: its pattern, its known query parameters and the API reads it needs.
 * The build writes these definitions to `routes.json`, from which the server matches addresses, decides the
 * status and keys its cache; so both sides must fill a read in exactly the same way.
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

/** An address of the API with `{name}` places, and the type of what it answers. */
export interface Read<T> {
  template: string;
  /** Never set: carries the type of the answer. */
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

/** Fetches a screen's chunk. */
export type ScreenLoader<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** What a screen that the server draws is given: the answers of its reads, and the parsed query of its address. */
export interface ScreenProps<R, Q> {
  data: R extends Reads ? ReadAnswers<R> : never;
  query: Q extends QueryDefinition ? QueryValues<Q> : never;
}

/** Whose first visit a screen counts to, in `scripts/weight.mjs`. */
export type Audience = "visitor" | "helper" | "owner" | "admin";

/** A page that the server draws. */
export interface RouteDefinition<
  R extends Reads = Reads,
  Q extends QueryDefinition = QueryDefinition,
> {
  pattern: string;
  reads: R;
  /** Reads that only a section rests on: without them the page stands, and the section says so (D80). */
  side?: readonly (keyof R & string)[];
  query: Q;
  /** How the server may keep the page: as long as its data stands, for a second, for good, or never: one person's. */
  cache: "page" | "search" | "static" | "private";
  /** The not-found screen to show when a read answers "not found". */
  missing: MissingKind;
  /** What stands in the screen's place while its data is on its way. */
  skeleton: () => ReactNode;
  /** One `import()` of the screen's module, written out: the build reads the module's name from it. */
  screen: ScreenLoader<ScreenProps<NoInfer<R>, NoInfer<Q>>>;
  sitemap: boolean;
  /** "visitor" unless it says otherwise. */
  audience?: Audience;
  /** Answered only by a server that shows demo content. */
  demoOnly?: boolean;
  /** The payment provider's script may run here, and nowhere else: the page's policy is one of its own. */
  takesPayments?: boolean;
}

/** The parameters of a pattern such as "/your-shop/{slug}". */
export type PathParams<Pattern extends string> =
  Pattern extends `${string}{${infer Name}}${infer Rest}`
    ? { [K in Name]: string } & PathParams<Rest>
    : unknown;

/** What a screen that the browser draws alone is given; it asks the API for the rest. */
export interface ShellScreenProps<Pattern extends string, Q extends QueryDefinition> {
  params: PathParams<Pattern>;
  query: QueryValues<Q>;
}

/** A screen that the browser draws alone. The server answers its address with an empty document that nobody keeps. */
export interface ShellDefinition<
  Pattern extends string = string,
  Q extends QueryDefinition = QueryDefinition,
> {
  pattern: Pattern;
  query: Q;
  /** One `import()` of the screen's module, written out: the build reads the module's name from it. */
  screen: ScreenLoader<ShellScreenProps<NoInfer<Pattern>, NoInfer<Q>>>;
  audience: "owner" | "admin";
  demoOnly?: boolean;
}

export function read<T>(template: string): Read<T> {
  return { template };
}

/** Reads the known parameters out of an address; what is absent or out of range takes its default. */
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

/** The address of an API read, from path parameters and parsed query values. */
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
