import type { components } from "./schema.gen.ts";

/**
 * The names that the screens use for the shapes of the API. The server's OpenAPI document is their source:
 * `npm run gen` writes `schema.gen.ts` from it.
 */
type Schemas = components["schemas"];

export type Site = Schemas["Site"];
export type City = Schemas["City"];
export type CityFacts = Schemas["CityFacts"];
export type Neighbour = Schemas["Neighbour"];
export type Shop = Schemas["Shop"];
export type DayHours = Schemas["Day"];
export type TimeSpan = Schemas["Span"];

export interface Story {
  id: string;
  status: "pending" | "approved" | "rejected";
  prompt1Response: string;
  prompt2Response: string | null;
  photoUrl: string | null;
  coffeeShop: { name: string; address: string; slug: string };
}

/** A list of which one page was asked for. */
export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
  pageCount: number;
}

export interface SearchAnswer {
  cities: City[];
  shops: Shop[];
  total: number;
  /** "12" or "1,000+". */
  totalText: string;
  page: number;
  pageSize: number;
  pageCount: number;
}
