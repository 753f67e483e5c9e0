import { withQuery } from "../lib/paths.ts";

type Values = Record<string, string | number | boolean | null>;

/**
 * Addresses of one list in other states: another order, filter or page. Any change but that of the page leads to the
 * first page. A first page is spelled without its number, so that each state has one address.
 */
export function listAddress(path: string, query: Values) {
  return (changes: Values): string => {
    const page = "page" in changes ? changes.page : 1;
    return withQuery(path, { ...query, ...changes, page: page === 1 ? null : (page ?? null) });
  };
}
