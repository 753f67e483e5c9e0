import { paths } from "../../../lib/paths.ts";
import { isFiltered, type SearchQuery, withoutFilters } from "../search-query.ts";

/** A link back to all matches, while filters are on. */
export function ClearFilters({ query, className }: { query: SearchQuery; className: string }) {
  if (!isFiltered(query)) return null;
  return (
    <a className={className} href={paths.search(withoutFilters(query))}>
      Clear filters
    </a>
  );
}
