import { AMENITIES, OWNER_AMENITIES } from "../../lib/amenities.ts";

/** Besides those that visitors' code knows: pages show these in the server's words. */
export const FURTHER_AMENITIES = [
  { field: "hasOutlets", label: "Outlets", plain: "Outlets" },
  { field: "hasRestroom", label: "Restroom", plain: "Restroom" },
  { field: "hasDriveThrough", label: "Drive-through", plain: "Drive-through" },
  {
    field: "wheelchairAccessible",
    label: "Wheelchair Accessible",
    plain: "Wheelchair accessible",
  },
  { field: "hasChangingTable", label: "Changing Table", plain: "Changing table" },
  { field: "hasPlantMilk", label: "Plant Milk", plain: "Plant milk" },
  { field: "roastsHere", label: "Roasts Here", plain: "Roasts here" },
] as const;

/** What a shop's people say about it. */
export const ALL_OWNER_AMENITIES = [...OWNER_AMENITIES, ...FURTHER_AMENITIES] as const;

/** What the administrator says about it. */
export const ALL_AMENITIES = [...AMENITIES, ...FURTHER_AMENITIES] as const;

export type FurtherAmenity = (typeof FURTHER_AMENITIES)[number]["field"];
