import { OWNER_AMENITIES, type OwnerAmenity } from "../../lib/amenities.ts";

export type TownFilter = "openNow" | Exclude<OwnerAmenity, "hasParking">;

/** What a town's list can be narrowed to; `field` is the query parameter, on pages and in the API, which has their order. */
export const TOWN_FILTERS: readonly { field: TownFilter; chip: string }[] = [
  { field: "openNow", chip: "Open now" },
  ...OWNER_AMENITIES.filter((amenity) => "chip" in amenity),
];

/** A town's list, as in its URL. */
export interface TownQuery extends Record<TownFilter, boolean> {
  page: number;
  sort: string;
}
