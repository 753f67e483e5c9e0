import type { Directory } from "./directory.ts";

/** An example address for every public screen. A new screen gets a line here. */
export const publicScreens: Record<string, (directory: Directory) => string> = {
  home: () => "/",
  cities: () => "/cities",
  "cities, none found": () => "/cities?filter=nowhere",
  city: ({ town }) => `/cities/${town.slug}`,
  "best breakfast": ({ town }) => `/cities/${town.slug}/best-breakfast`,
  "best coffee": ({ town }) => `/cities/${town.slug}/best-coffee`,
  "how we rank": () => "/how-we-rank",
  "profile comparison": () => "/data-comparison",
  "profile comparison, enhanced": () => "/data-comparison?profile=enhanced",
  shop: ({ shop }) => `/coffee-shops/${shop.slug}`,
  "suggest an edit": ({ shop }) => `/suggest-edit/${shop.slug}`,
  "wrong hours": ({ shop }) => `/suggest-edit/${shop.slug}?kind=hours`,
  "permanently closed": ({ shop }) => `/suggest-edit/${shop.slug}?kind=closed`,
  "this is a chain": ({ shop }) => `/suggest-edit/${shop.slug}?kind=chain`,
  "boost a shop": ({ shop }) => `/boost-profile/${shop.slug}`,
  "boost, no such shop": () => "/boost-profile/no-such-shop-zz",
  "manage subscription": () => "/manage-subscription",
  search: () => "/search",
  "search, results": ({ town }) => `/search?q=${encodeURIComponent(town.name)}`,
  "search, none found": () => "/search?q=zzzzzz",
  passport: () => "/passport",
  blog: () => "/blog",
  article: ({ article }) => `/blog/${article.slug}`,
  "article category": ({ article }) => `/blog/category/${article.category?.slug}`,
  "article tag": ({ article }) => `/blog/tag/${article.tags[0]?.slug}`,
  "list your shop": () => "/list-shop",
  claim: ({ shop }) => `/claim-business/${shop.slug}`,
  "sign in": () => "/sign-in",
  "admin login": () => "/admin-login",
  "admin, signed out": () => "/admin",
  "confirm a listing, without a token": () => "/confirm-listing",
  "confirm a claim, without a token": () => "/confirm-claim",
  "confirm a hand-over, without a token": () => "/confirm-hand-over",
  terms: () => "/terms",
  privacy: () => "/privacy",
  contact: () => "/contact",
  "data sources": () => "/data-sources",
  accessibility: () => "/accessibility",
  "API documentation": () => "/api/docs",
  "missing page": () => "/no-such-page",
  "missing city": () => "/cities/no-such-town-zz",
  "missing best of": () => "/cities/no-such-town-zz/best-coffee",
  "missing shop": () => "/coffee-shops/no-such-shop-zz",
  "missing shop to claim": () => "/claim-business/no-such-shop-zz",
  "missing article": () => "/blog/no-such-article-zz",
  "missing article category": () => "/blog/category/no-such-category-zz",
  "missing article tag": () => "/blog/tag/no-such-tag-zz",
};

/** Example addresses of the screens for a shop's owner; they require sign-in. */
export const ownerScreens: Record<string, (slug: string) => string> = {
  "your shop": (slug) => `/your-shop/${slug}`,
  "a shop's page, to its people": (slug) => `/coffee-shops/${slug}`,
  "sign-in, with shops and sessions": () => "/sign-in",
};

/** Screens without JavaScript: those linked from mails. */
export const plainScreens: Record<string, () => string> = {
  "newsletter, a link that does not work": () => "/newsletter/confirm?token=0123456789abcdef",
};
