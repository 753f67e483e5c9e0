import type { Site, SitePage } from "../api/types.ts";
import * as apiDocs from "../features/api-docs/reads.ts";
import * as blog from "../features/blog/reads.ts";
import * as boosts from "../features/boosts/reads.ts";
import * as cities from "../features/cities/reads.ts";
import { TOWN_FILTERS } from "../features/cities/town-filters.ts";
import * as fresh from "../features/freshness/reads.ts";
import { homeWords } from "../features/home/reads.ts";
import * as legal from "../features/legal/reads.ts";
import { newsletterPage } from "../features/newsletter/reads.ts";
import * as search from "../features/search/reads.ts";
import * as shops from "../features/shops/reads.ts";
import * as spots from "../features/spots/reads.ts";
import { suggestionPage } from "../features/suggestions/reads.ts";
import * as trips from "../features/trip/reads.ts";
import { DETOURS } from "../features/trip/trip-query.ts";
import { letterPage } from "../features/your-shop/reads.ts";
import { AMENITIES, eachOf } from "../lib/amenities.ts";
import {
  type QueryDefinition,
  type Read,
  type Reads,
  type RouteDefinition,
  read,
  type ScreenLoader,
  type ScreenProps,
} from "../lib/route-definition.ts";
import {
  CitySkeleton,
  HomeSkeleton,
  ListSkeleton,
  ShopSkeleton,
  Spinner,
  TextSkeleton,
  TownsSkeleton,
} from "./skeletons.tsx";

/** Read by every page, for the bar, the footer and the head. */
export const siteRead = read<Site>("/api/site");

const flag = { type: "flag", default: false } as const;
const page = { type: "integer", default: 1, min: 1, max: 10_000 } as const;

/** Checks that the screen's props match its reads and its query; elsewhere, it is an ordinary route. */
function route<R extends Reads, Q extends QueryDefinition>(definition: RouteDefinition<R, Q>) {
  return definition as unknown as RouteDefinition;
}

/** A page of fixed text. */
function textPage(
  pattern: string,
  screen: ScreenLoader<ScreenProps<Record<never, never>, Record<never, never>>>,
) {
  return route({
    pattern,
    reads: {},
    query: {},
    cache: "static",
    missing: "page",
    skeleton: TextSkeleton,
    screen,
    sitemap: true,
  });
}

/** A page of the operator's words. */
function legalPage(pattern: string, page: Read<SitePage>) {
  return route({
    pattern,
    reads: { page },
    query: {},
    cache: "page",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/legal/screens/site-page-screen.tsx"),
    sitemap: true,
  });
}

/** All server-rendered pages, listed only here by route name. Browser-only screens are in `shell-table.ts`. */
export const table = {
  home: route({
    pattern: "/",
    reads: {
      words: homeWords,
      cities: cities.popularCities,
      states: cities.states,
      featured: shops.featuredShops,
      recent: shops.recentShops,
      visibility: boosts.visibility,
    },
    side: ["cities", "states", "featured", "recent", "visibility"],
    query: {},
    cache: "page",
    missing: "page",
    skeleton: HomeSkeleton,
    screen: () => import("../features/home/screens/home-screen.tsx"),
    sitemap: true,
  }),
  cities: route({
    pattern: "/cities",
    reads: { cities: cities.cityDirectory, states: cities.states },
    side: ["states"],
    query: {
      filter: { type: "text", default: "", maxLength: 100 },
      state: { type: "text", default: "", maxLength: 2 },
      page,
    },
    cache: "page",
    missing: "page",
    skeleton: TownsSkeleton,
    screen: () => import("../features/cities/screens/cities-screen.tsx"),
    sitemap: true,
  }),
  city: route({
    pattern: "/cities/{slug}",
    reads: {
      city: cities.city,
      shops: cities.cityShops,
      facts: cities.cityFacts,
      stories: cities.cityStories,
    },
    side: ["shops", "facts", "stories"],
    query: {
      page,
      sort: { type: "choice", default: "", values: ["votes", "open", "distance"] },
      ...eachOf(TOWN_FILTERS, () => flag),
    },
    cache: "page",
    missing: "city",
    skeleton: CitySkeleton,
    screen: () => import("../features/cities/screens/city-screen.tsx"),
    sitemap: true,
  }),
  bestBreakfast: route({
    pattern: "/cities/{slug}/best-breakfast",
    reads: { spots: spots.breakfastSpots },
    query: {},
    cache: "page",
    missing: "breakfast",
    skeleton: Spinner,
    screen: () => import("../features/spots/screens/best-breakfast-screen.tsx"),
    sitemap: true,
  }),
  bestCoffee: route({
    pattern: "/cities/{slug}/best-coffee",
    reads: { spots: spots.coffeeSpots },
    query: {},
    cache: "page",
    missing: "coffee",
    skeleton: Spinner,
    screen: () => import("../features/spots/screens/best-coffee-screen.tsx"),
    sitemap: true,
  }),
  howWeRank: route({
    pattern: "/how-we-rank",
    reads: { ranking: spots.ranking },
    query: {},
    cache: "page",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/spots/screens/how-we-rank-screen.tsx"),
    sitemap: true,
  }),
  howFresh: route({
    pattern: "/how-fresh",
    reads: { freshness: fresh.freshness, towns: fresh.freshTowns },
    query: { state: { type: "text", default: "", maxLength: 2 }, page },
    cache: "page",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/freshness/screens/how-fresh-screen.tsx"),
    sitemap: true,
  }),
  comparison: route({
    pattern: "/data-comparison",
    reads: {},
    query: { profile: { type: "choice", default: "", values: ["enhanced"] } },
    cache: "static",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/comparison/screens/comparison-screen.tsx"),
    sitemap: false,
  }),
  shop: route({
    pattern: "/coffee-shops/{slug}",
    reads: { shop: shops.shop, story: shops.shopStory },
    side: ["story"],
    query: {},
    cache: "page",
    missing: "shop",
    skeleton: ShopSkeleton,
    screen: () => import("../features/shops/screens/shop-screen.tsx"),
    sitemap: true,
  }),
  search: route({
    pattern: "/search",
    reads: { results: search.results },
    query: {
      q: { type: "text", default: "", maxLength: 2000 },
      featured: flag,
      sort: { type: "choice", default: "", values: ["newest"] },
      openNow: flag,
      ...eachOf(AMENITIES, () => flag),
      state: { type: "text", default: "", maxLength: 2 },
      lat: { type: "number", default: null, min: -90, max: 90 },
      lon: { type: "number", default: null, min: -180, max: 180 },
      radius: { type: "number", default: null, min: 1, max: 100 },
      page,
    },
    cache: "search",
    missing: "page",
    skeleton: ListSkeleton,
    screen: () => import("../features/search/screens/search-screen.tsx"),
    sitemap: false,
  }),
  trip: route({
    pattern: "/trip",
    reads: { trip: trips.trip },
    query: {
      from: { type: "text", default: "", maxLength: 100 },
      to: { type: "text", default: "", maxLength: 100 },
      depart: { type: "text", default: "", maxLength: 16 },
      detour: { type: "choice", default: "", values: DETOURS },
      open: flag,
      page,
    },
    cache: "search",
    missing: "page",
    skeleton: ListSkeleton,
    screen: () => import("../features/trip/screens/trip-screen.tsx"),
    sitemap: false,
  }),
  blog: route({
    pattern: "/blog",
    reads: { articles: blog.articles, categories: blog.categories, tags: blog.tags },
    side: ["categories", "tags"],
    query: { page },
    cache: "page",
    missing: "page",
    skeleton: ListSkeleton,
    screen: () => import("../features/blog/screens/blog-screen.tsx"),
    sitemap: true,
  }),
  articleCategory: route({
    pattern: "/blog/category/{slug}",
    reads: {
      category: blog.category,
      articles: blog.categoryArticles,
      categories: blog.categories,
      tags: blog.tags,
    },
    side: ["categories", "tags"],
    query: { page },
    cache: "page",
    missing: "category",
    skeleton: ListSkeleton,
    screen: () => import("../features/blog/screens/category-screen.tsx"),
    sitemap: true,
  }),
  articleTag: route({
    pattern: "/blog/tag/{slug}",
    reads: {
      tag: blog.tag,
      articles: blog.tagArticles,
      categories: blog.categories,
      tags: blog.tags,
    },
    side: ["categories", "tags"],
    query: { page },
    cache: "page",
    missing: "tag",
    skeleton: ListSkeleton,
    screen: () => import("../features/blog/screens/tag-screen.tsx"),
    sitemap: false,
  }),
  article: route({
    pattern: "/blog/{slug}",
    reads: { article: blog.article },
    query: {},
    cache: "page",
    missing: "article",
    skeleton: TextSkeleton,
    screen: () => import("../features/blog/screens/article-screen.tsx"),
    sitemap: true,
  }),
  listShop: route({
    pattern: "/list-shop",
    reads: {},
    query: {},
    cache: "static",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/listings/screens/list-shop-screen.tsx"),
    sitemap: true,
    audience: "owner",
  }),
  claim: route({
    pattern: "/claim-business/{slug}",
    reads: { shop: shops.shop },
    query: {},
    cache: "page",
    missing: "shop",
    skeleton: TextSkeleton,
    screen: () => import("../features/claims/screens/claim-screen.tsx"),
    sitemap: false,
    audience: "owner",
  }),
  suggestEdit: route({
    pattern: "/suggest-edit/{slug}",
    reads: { shop: shops.shop },
    query: { kind: { type: "choice", default: "", values: ["hours", "closed", "chain"] } },
    cache: "page",
    missing: "shop",
    skeleton: TextSkeleton,
    screen: () => import("../features/suggestions/screens/suggest-edit-screen.tsx"),
    sitemap: false,
    audience: "helper",
  }),
  suggestionSent: route({
    pattern: "/suggest-edit",
    reads: { page: suggestionPage },
    query: {},
    cache: "private",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/suggestions/screens/suggestion-sent-screen.tsx"),
    sitemap: false,
  }),
  answered: route({
    pattern: "/still-right",
    reads: { page: shops.answeredPage },
    query: {},
    cache: "private",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/shops/screens/answered-screen.tsx"),
    sitemap: false,
  }),
  monthlyLetter: route({
    pattern: "/monthly-letter",
    reads: { page: letterPage },
    query: {},
    cache: "private",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/your-shop/screens/letter-off-screen.tsx"),
    sitemap: false,
  }),
  boost: route({
    pattern: "/boost-profile/{slug}",
    reads: { shop: shops.shop, visibility: boosts.visibility },
    side: ["visibility"],
    query: {},
    cache: "page",
    missing: "shop",
    skeleton: TextSkeleton,
    screen: () => import("../features/boosts/screens/boost-screen.tsx"),
    sitemap: false,
    audience: "owner",
    takesPayments: true,
  }),
  manageSubscription: route({
    pattern: "/manage-subscription",
    reads: {},
    query: {},
    cache: "static",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/boosts/screens/manage-screen.tsx"),
    sitemap: false,
    audience: "owner",
  }),
  terms: legalPage("/terms", legal.terms),
  privacy: legalPage("/privacy", legal.privacy),
  imprint: legalPage("/imprint", legal.imprint),
  page: route({
    pattern: "/pages/{slug}",
    reads: { page: legal.page },
    query: {},
    cache: "page",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/legal/screens/site-page-screen.tsx"),
    sitemap: true,
  }),
  contact: textPage("/contact", () => import("../features/legal/screens/contact-screen.tsx")),
  dataSources: route({
    pattern: "/data-sources",
    reads: { sources: legal.sources },
    query: {},
    cache: "page",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/legal/screens/data-sources-screen.tsx"),
    sitemap: true,
  }),
  accessibility: textPage(
    "/accessibility",
    () => import("../features/legal/screens/accessibility-screen.tsx"),
  ),
  passport: route({
    pattern: "/passport",
    reads: {},
    query: {},
    cache: "static",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/passport/screens/passport-screen.tsx"),
    sitemap: false,
  }),
  apiDocs: route({
    pattern: "/api/docs",
    reads: { description: apiDocs.description },
    query: {},
    cache: "static",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/api-docs/screens/api-docs-screen.tsx"),
    sitemap: true,
  }),
  newsletter: route({
    pattern: "/newsletter",
    reads: { page: newsletterPage },
    query: {},
    cache: "private",
    missing: "page",
    skeleton: TextSkeleton,
    screen: () => import("../features/newsletter/screens/newsletter-screen.tsx"),
    sitemap: false,
  }),
} as const;
