/** All URLs in the product that links may use, built in one place. */

type QueryInput = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Adds the parameters that are set; false, "", null and undefined are left out. */
export function withQuery(path: string, query: QueryInput): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || value === false) continue;
    parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
}

/** Page 1 has no parameter, so that each page has one URL. */
const page = (number: number | undefined) => (number === 1 ? undefined : number);

/** The radius of "around here" for a shop, in miles. */
export const AROUND_MILES = 10;

export const paths = {
  home: () => "/",
  cities: (query: { filter?: string; state?: string; page?: number } = {}) =>
    withQuery("/cities", { filter: query.filter, state: query.state, page: page(query.page) }),
  city: (slug: string, { page: number, ...query }: QueryInput & { page?: number } = {}) =>
    withQuery(`/cities/${slug}`, { ...query, page: page(number) }),
  cityFeed: (slug: string) => `/cities/${slug}/feed.atom`,
  bestBreakfast: (slug: string) => `/cities/${slug}/best-breakfast`,
  bestCoffee: (slug: string) => `/cities/${slug}/best-coffee`,
  howWeRank: () => "/how-we-rank",
  howFresh: (query: { state?: string; page?: number } = {}) =>
    withQuery("/how-fresh", { state: query.state, page: page(query.page) }),
  comparison: () => "/data-comparison",
  shop: (slug: string) => `/coffee-shops/${slug}`,
  search: (query: QueryInput = {}) =>
    withQuery("/search", {
      ...query,
      page: typeof query.page === "number" ? page(query.page) : query.page,
    }),
  around: (lat: number, lon: number) =>
    withQuery("/search", { lat: lat.toFixed(4), lon: lon.toFixed(4), radius: AROUND_MILES }),
  trip: (
    query: { [K in "from" | "to" | "depart" | "detour"]?: string } & {
      open?: boolean;
      page?: number;
    } = {},
  ) => withQuery("/trip", { ...query, page: page(query.page) }),
  featured: () => "/search?featured=true",
  newest: () => "/search?sort=newest",
  blog: () => "/blog",
  listShop: () => "/list-shop",
  listShopBoost: () => "/list-shop#boost",
  listed: (shopSlug: string) => `/coffee-shops/${shopSlug}?owner=true`,
  suggestEdit: (shopSlug: string) => `/suggest-edit/${shopSlug}`,
  claim: (shopSlug: string) => `/claim-business/${shopSlug}`,
  boost: (shopSlug: string) => `/boost-profile/${shopSlug}`,
  manageSubscription: () => "/manage-subscription",
  signIn: () => "/sign-in",
  yourShops: () => "/your-shop",
  yourShop: (slug: string) => `/your-shop/${slug}`,
  admin: () => "/admin",
  adminLogin: () => "/admin-login",
  adminShops: () => "/admin/coffee-shops",
  adminShop: (id: string) => `/admin/coffee-shops/${id}`,
  adminStories: () => "/admin/local-vibes",
  adminCities: () => "/admin/cities",
  adminCityImages: () => "/admin/city-images",
  adminAudit: (query: { subject?: string } = {}) => withQuery("/admin/audit", query),
  passport: () => "/passport",
  terms: () => "/terms",
  privacy: () => "/privacy",
  contact: () => "/contact",
  takeDown: () => "/contact#take-down-title",
  dataSources: () => "/data-sources",
  accessibility: () => "/accessibility",
  apiDocs: () => "/api/docs",
  demoMails: () => "/demo/mails",
  design: () => "/design",
} as const;
