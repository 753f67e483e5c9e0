import type { components } from "./schema.gen.ts";

/**
 * The screens' names for the API's schemas. They come from the server's OpenAPI document: `npm run gen` writes
 * `schema.gen.ts` from it.
 */
type Schemas = components["schemas"];

export type Site = Schemas["Site"];
export type HomeWords = Schemas["HomeWords"];
export type SitePage = Schemas["SitePage"];
export type Sources = Schemas["Sources"];
export type City = Schemas["City"];
export type State = Schemas["State"];
export type Freshness = Schemas["Freshness"];
export type FreshCity = Schemas["FreshCity"];
export type Trip = Schemas["Trip"];
export type CityFacts = Schemas["CityFacts"];
export type Neighbor = Schemas["Neighbor"];
export type Shop = Schemas["Shop"];
export type ShopLink = Schemas["ShopLink"];
export type ShopsByIds = Schemas["ShopsByIds"];
export type Photo = Schemas["Photo"];
export type ComingDay = Schemas["ComingDays"];
export type DayHours = Schemas["Day"];
export type TimeSpan = Schemas["Span"];

export type Spot = Schemas["Spot"];
export type Spots = Schemas["Spots"];
export type BoostVisibility = Schemas["BoostVisibility"];
export type Ranking = Schemas["Ranking"];
export type Story = Schemas["Story"];
export type Article = Schemas["Article"];
export type ArticleSummary = Schemas["ArticleSummary"];
export type ArticleCategory = Schemas["ArticleCategory"];
export type ArticleLink = Schemas["ArticleLink"];
export type CountedCategory = Schemas["CountedCategory"];
export type CountedTag = Schemas["CountedTag"];
export type PlaceLabel = Schemas["PlaceLabel"];
export type NewsletterPage = Schemas["NewsletterPage"];
export type LetterPage = Schemas["LetterPage"];
export type SuggestionPage = Schemas["SuggestionPage"];
export type AnsweredPage = Schemas["AnsweredPage"];
export type Question = Schemas["Question"];
export type SearchAnswer = Schemas["SearchAnswer"];

/** A list of which one page was requested. */
export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
  pageCount: number;
}
