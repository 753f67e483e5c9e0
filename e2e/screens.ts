import type { Directory } from "./directory.ts";

/** Every public screen of the product, by an address that shows it. A new screen gets a line here. */
export const publicScreens: Record<string, (directory: Directory) => string> = {
  home: () => "/",
  cities: () => "/cities",
  "cities, none found": () => "/cities?filter=nowhere",
  city: ({ town }) => `/cities/${town.slug}`,
  "best breakfast": ({ town }) => `/cities/${town.slug}/best-breakfast`,
  "best coffee": ({ town }) => `/cities/${town.slug}/best-coffee`,
  "how we rank": () => "/how-we-rank",
  shop: ({ shop }) => `/coffee-shops/${shop.slug}`,
  search: () => "/search",
  "search, results": ({ town }) => `/search?q=${encodeURIComponent(town.name)}`,
  "search, none found": () => "/search?q=zzzzzz",
  passport: () => "/passport",
  terms: () => "/terms",
  privacy: () => "/privacy",
  contact: () => "/contact",
  "data sources": () => "/data-sources",
  accessibility: () => "/accessibility",
  "API documentation": () => "/api/docs",
  "missing page": () => "/no-such-page",
  "missing city": () => "/cities/no-such-town-zz",
  "missing shop": () => "/coffee-shops/no-such-shop-zz",
};
