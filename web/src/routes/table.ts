import type { Site } from "../api/types.ts";
import * as cities from "../features/cities/reads.ts";
import * as shops from "../features/shops/reads.ts";
import {
  type QueryDefinition,
  type Reads,
  type RouteDefinition,
  read,
} from "../lib/route-definition.ts";

/** Read by every page: the bar, the footer and the head need it. */
export const siteRead = read<Site>("/api/site");

const page = { type: "integer", default: 1, min: 1, max: 10_000 } as const;

/** Keeps the literal types of a definition, from which its screen's props follow. */
function route<R extends Reads, Q extends QueryDefinition>(
  definition: RouteDefinition & { reads: R; query: Q },
) {
  return definition;
}

/** The one table of the product's pages. Each key is the route's name. */
export const table = {
  home: route({
    pattern: "/",
    reads: {
      cities: cities.popularCities,
      featured: shops.featuredShops,
      recent: shops.recentShops,
    },
    query: {},
    cache: "page",
    missing: "page",
    module: "src/features/home/screens/home-screen.tsx",
    sitemap: true,
  }),
  cities: route({
    pattern: "/cities",
    reads: { cities: cities.allCities },
    query: {},
    cache: "page",
    missing: "page",
    module: "src/features/cities/screens/cities-screen.tsx",
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
    query: { page },
    cache: "page",
    missing: "city",
    module: "src/features/cities/screens/city-screen.tsx",
    sitemap: true,
  }),
  shop: route({
    pattern: "/coffee-shops/{slug}",
    reads: { shop: shops.shop, stories: shops.shopStories },
    query: {},
    cache: "page",
    missing: "shop",
    module: "src/features/shops/screens/shop-screen.tsx",
    sitemap: true,
  }),
} as const;

/** The table as the server reads it. */
export function routesJson(): string {
  const routes = Object.entries<RouteDefinition>(table).map(([name, definition]) => ({
    name,
    ...definition,
    reads: [siteRead, ...Object.values(definition.reads)].map(({ template }) => template),
  }));
  return `${JSON.stringify({ routes }, null, 2)}\n`;
}
