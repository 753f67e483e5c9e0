/**
 * What a shop may offer: the one list of it, which forms, filters, pages and URLs are made from. `label` is the word on
 * public pages and on an owner's own listing, `plain` the one in visitors' and the administrator's forms, `chip` the one by
 * which a town's list is narrowed.
 */
export const AMENITIES = [
  { field: "hasWifi", label: "WiFi", plain: "WiFi", chip: "Wi-Fi" },
  { field: "hasParking", label: "Parking", plain: "Parking" },
  { field: "petFriendly", label: "Pet Friendly", plain: "Pet friendly", chip: "Dogs" },
  { field: "goodForWork", label: "Work Friendly", plain: "Good for work", chip: "Work" },
  {
    field: "hasOutdoorSeating",
    label: "Outdoor Seating",
    plain: "Outdoor seating",
    chip: "Outdoor",
  },
] as const;

/** With those that visitors don't filter by. */
export const OWNER_AMENITIES = [
  ...AMENITIES,
  {
    field: "servesBreakfast",
    label: "Serves Breakfast",
    plain: "Serves breakfast",
    chip: "Breakfast",
  },
] as const;

export type Amenity = (typeof AMENITIES)[number]["field"];
export type OwnerAmenity = (typeof OWNER_AMENITIES)[number]["field"];

/** An object with a value for each of these amenities. */
export function eachOf<A extends { field: string }, T>(
  amenities: readonly A[],
  make: (amenity: A) => T,
): Record<A["field"], T> {
  const entries = amenities.map((amenity) => [amenity.field, make(amenity)]);
  return Object.fromEntries(entries) as Record<A["field"], T>;
}
