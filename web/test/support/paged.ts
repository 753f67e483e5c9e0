import type { Page } from "../../src/api/types.ts";

/** A page of `items`, as returned by the API. */
export function paged<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  fallback: number,
): Page<Item> {
  const page = Number(query.get("page") ?? 1);
  const pageSize = Number(query.get("pageSize") ?? fallback);
  return {
    items: items.slice((page - 1) * pageSize, page * pageSize),
    total: items.length,
    page,
    pageSize,
    pageCount: Math.max(1, Math.ceil(items.length / pageSize)),
  };
}
