import { withQuery } from "../lib/paths.ts";

type Values = Record<string, string | number | boolean | null>;

/**
 * Addresses of a list in another order, filter or page. Any change except of the page leads to the first page, which
 * has no page number in its address, so that every state has one address.
 */
export function listAddress(path: string, query: Values) {
  return (changes: Values): string => {
    const page = "page" in changes ? changes.page : 1;
    return withQuery(path, { ...query, ...changes, page: page === 1 ? null : (page ?? null) });
  };
}
