/** The longest detours to choose from, in minutes. */
export const DETOURS = ["10", "20", "30", "60"] as const;

/** The server's choice if none was made. */
export const USUAL_DETOUR = "20";

/** What a trip's URL says. */
export interface TripQuery {
  from: string;
  to: string;
  /** As `2026-11-29T06:10` in the time of the place it begins at; empty for now. */
  depart: string;
  /** One of the above, or empty. */
  detour: string;
  open: boolean;
  page: number;
}
