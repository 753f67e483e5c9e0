import type { Amenity } from "../../lib/amenities.ts";

/** The default radius around a place, in miles. */
export const DEFAULT_RADIUS = 25;

/** A search, as in its URL. */
export interface SearchQuery extends Record<Amenity, boolean> {
  q: string;
  featured: boolean;
  sort: string;
  openNow: boolean;
  state: string;
  lat: number | null;
  lon: number | null;
  radius: number | null;
  page: number;
}

/** The same search without its filters, keeping text, place and order. */
export function withoutFilters({ q, sort, lat, lon, radius }: SearchQuery) {
  return { q, sort, lat, lon, radius };
}

/** Whether a filter narrows the search. */
export function isFiltered({
  q: _,
  sort: _s,
  lat: _l,
  lon: _o,
  radius: _r,
  page: _p,
  ...filters
}: SearchQuery) {
  return Object.values(filters).some(Boolean);
}

/** Whether the search is empty; then the page explains what can be searched for. */
export function isEmpty({ page: _, radius: __, ...asked }: SearchQuery): boolean {
  return Object.values(asked).every((value) => value === "" || value === false || value === null);
}
