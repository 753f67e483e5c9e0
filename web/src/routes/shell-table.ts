import type { QueryDefinition, ShellDefinition } from "../lib/route-definition.ts";

/** Checks that the screen's props match its pattern and its query. */
function shell<const P extends string, const Q extends QueryDefinition>(
  definition: ShellDefinition<P, Q>,
) {
  return definition as unknown as ShellDefinition;
}

const search = { type: "text", default: "", maxLength: 100 } as const;
const page = { type: "integer", default: 1, min: 1, max: 10_000 } as const;

/**
 * All browser-only screens, listed only here. The server's bundle contains none of them, and visitors' pages don't load
 * them.
 */
export const shellTable = {
  signIn: shell({
    pattern: "/sign-in",
    // Where to continue afterward.
    query: { next: { type: "text", default: "", maxLength: 300 } },
    screen: () => import("../features/sign-in/screens/sign-in-screen.tsx"),
    audience: "owner",
  }),
  confirmListing: shell({
    pattern: "/confirm-listing",
    query: {},
    screen: () => import("../features/listings/screens/confirm-listing-screen.tsx"),
    audience: "owner",
  }),
  confirmClaim: shell({
    pattern: "/confirm-claim",
    query: {},
    screen: () => import("../features/claims/screens/confirm-claim-screen.tsx"),
    audience: "owner",
  }),
  confirmHandOver: shell({
    pattern: "/confirm-hand-over",
    query: {},
    screen: () => import("../features/claims/screens/confirm-hand-over-screen.tsx"),
    audience: "owner",
  }),
  // The same screen, by the name of what a signed-in person finds there.
  yourShops: shell({
    pattern: "/your-shop",
    query: { next: { type: "text", default: "", maxLength: 300 } },
    screen: () => import("../features/sign-in/screens/sign-in-screen.tsx"),
    audience: "owner",
  }),
  yourShop: shell({
    pattern: "/your-shop/{slug}",
    query: {},
    screen: () => import("../features/your-shop/screens/your-shop-screen.tsx"),
    audience: "owner",
  }),
  adminLogin: shell({
    pattern: "/admin-login",
    query: {},
    screen: () => import("../features/admin/screens/admin-login-screen.tsx"),
    audience: "admin",
  }),
  admin: shell({
    pattern: "/admin",
    query: { search },
    screen: () => import("../features/admin/screens/admin-screen.tsx"),
    audience: "admin",
  }),
  adminShops: shell({
    pattern: "/admin/coffee-shops",
    query: {
      search,
      visibility: {
        type: "choice",
        default: "",
        values: ["listed", "unpublished", "closed", "deleted", "unconfirmed", "boosted"],
      },
      page,
    },
    screen: () => import("../features/admin/screens/shops-screen.tsx"),
    audience: "admin",
  }),
  adminShop: shell({
    pattern: "/admin/coffee-shops/{id}",
    query: {},
    screen: () => import("../features/admin/screens/shop-screen.tsx"),
    audience: "admin",
  }),
  adminStories: shell({
    pattern: "/admin/local-vibes",
    query: {
      status: { type: "choice", default: "", values: ["pending", "approved", "rejected"] },
      page,
    },
    screen: () => import("../features/admin/screens/stories-screen.tsx"),
    audience: "admin",
  }),
  adminCities: shell({
    pattern: "/admin/cities",
    query: { search, page },
    screen: () => import("../features/admin/screens/cities-screen.tsx"),
    audience: "admin",
  }),
  adminCityImages: shell({
    pattern: "/admin/city-images",
    query: {
      search,
      image: { type: "choice", default: "", values: ["missing"] },
      page,
    },
    screen: () => import("../features/admin/screens/city-images-screen.tsx"),
    audience: "admin",
  }),
  adminClaims: shell({
    pattern: "/admin/claims",
    query: {},
    screen: () => import("../features/admin/screens/claims-screen.tsx"),
    audience: "admin",
  }),
  adminSuggestions: shell({
    pattern: "/admin/suggestions",
    query: { status: { type: "choice", default: "", values: ["decided"] }, page },
    screen: () => import("../features/admin/screens/suggestions-screen.tsx"),
    audience: "admin",
  }),
  adminImportQuestions: shell({
    pattern: "/admin/import-questions",
    query: { page },
    screen: () => import("../features/admin/screens/import-questions-screen.tsx"),
    audience: "admin",
  }),
  adminImports: shell({
    pattern: "/admin/imports",
    query: { page },
    screen: () => import("../features/admin/screens/imports-screen.tsx"),
    audience: "admin",
  }),
  adminImportFile: shell({
    pattern: "/admin/imports/{id}",
    query: {},
    screen: () => import("../features/admin/screens/import-file-screen.tsx"),
    audience: "admin",
  }),
  adminContentEnhancement: shell({
    pattern: "/admin/content-enhancement",
    query: {},
    screen: () => import("../features/ai-texts/content-enhancement-screen.tsx"),
    audience: "admin",
  }),
  adminUpdateImages: shell({
    pattern: "/admin/update-images",
    query: {},
    screen: () => import("../features/shop-images/update-images-screen.tsx"),
    audience: "admin",
  }),
  adminChains: shell({
    pattern: "/admin/chains",
    query: {},
    screen: () => import("../features/admin/screens/chains-screen.tsx"),
    audience: "admin",
  }),
  adminZipExpansion: shell({
    pattern: "/admin/zip-expansion",
    query: {},
    screen: () => import("../features/expansion/screens/zip-expansion-screen.tsx"),
    audience: "admin",
  }),
  adminExpansion: shell({
    pattern: "/admin/expansion",
    query: {},
    screen: () => import("../features/expansion/screens/expansion-screen.tsx"),
    audience: "admin",
  }),
  adminAnalytics: shell({
    pattern: "/admin/analytics",
    query: {},
    screen: () => import("../features/admin/screens/tab-screen.tsx"),
    audience: "admin",
  }),
  adminFoursquareTab: shell({
    pattern: "/admin/foursquare",
    query: {},
    screen: () => import("../features/admin/screens/tab-screen.tsx"),
    audience: "admin",
  }),
  adminFoursquare: shell({
    pattern: "/admin/foursquare-enhancement",
    query: { search },
    screen: () => import("../features/foursquare/enhancement-screen.tsx"),
    audience: "admin",
  }),
  adminAudit: shell({
    pattern: "/admin/audit",
    query: {
      search,
      actor: {
        type: "choice",
        default: "",
        values: ["visitor", "person", "administrator", "system"],
      },
      subject: { type: "text", default: "", maxLength: 36 },
      page,
    },
    screen: () => import("../features/admin/screens/audit-screen.tsx"),
    audience: "admin",
  }),
  design: shell({
    pattern: "/design",
    query: {
      find: { type: "text", default: "", maxLength: 100 },
      sort: { type: "choice", default: "name", values: ["name", "votes"] },
      direction: { type: "choice", default: "ascending", values: ["ascending", "descending"] },
      tab: { type: "choice", default: "shops", values: ["shops", "stories", "claims"] },
      page,
    },
    screen: () => import("../features/design/screens/design-screen.tsx"),
    audience: "admin",
    demoOnly: true,
  }),
  adminBlog: shell({
    pattern: "/admin/blog",
    query: {
      search,
      page,
    },
    screen: () => import("../features/blog/manage/articles-screen.tsx"),
    audience: "admin",
  }),
  adminNewArticle: shell({
    pattern: "/admin/blog/new",
    query: {},
    screen: () => import("../features/blog/manage/new-article-screen.tsx"),
    audience: "admin",
  }),
  adminArticle: shell({
    pattern: "/admin/blog/articles/{id}",
    query: {},
    screen: () => import("../features/blog/manage/edit-article-screen.tsx"),
    audience: "admin",
  }),
  adminArticleHistory: shell({
    pattern: "/admin/blog/articles/{id}/history",
    query: { version: { type: "text", default: "", maxLength: 36 } },
    screen: () => import("../features/blog/manage/article-history-screen.tsx"),
    audience: "admin",
  }),
  adminTownsNear: shell({
    pattern: "/admin/towns-near",
    query: { text: { type: "text", default: "", maxLength: 200 } },
    screen: () => import("../features/analytics/towns-near-screen.tsx"),
    audience: "admin",
  }),
  analytics: shell({
    pattern: "/analytics",
    query: { by: { type: "choice", default: "day", values: ["day", "week", "month"] } },
    screen: () => import("../features/analytics/analytics-screen.tsx"),
    audience: "admin",
  }),
  adminNewsletter: shell({
    pattern: "/admin/newsletter",
    query: {},
    screen: () => import("../features/newsletter/manage/newsletter-screen.tsx"),
    audience: "admin",
  }),
  adminOutbox: shell({
    pattern: "/admin/outbox",
    query: {
      state: { type: "choice", default: "failed", values: ["failed", "waiting", "sent"] },
      page,
    },
    screen: () => import("../features/outbox/outbox-screen.tsx"),
    audience: "admin",
  }),
  adminPrivacy: shell({
    pattern: "/admin/privacy",
    query: {},
    screen: () => import("../features/privacy/privacy-admin-screen.tsx"),
    audience: "admin",
  }),
  adminOperator: shell({
    pattern: "/admin/operator",
    query: {},
    screen: () => import("../features/operator/operator-screen.tsx"),
    audience: "admin",
  }),
} as const;
