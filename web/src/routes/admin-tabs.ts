import type { AdminTab, QueryDefinition, ShellDefinition } from "../lib/route-definition.ts";
import {
  ACTORS,
  OUTBOX_STATES,
  orderBy,
  page,
  STORY_STATES,
  search,
  shell,
  VISIBILITIES,
} from "./shell-route.ts";

/** A tab of the panel: where the menu has it, and its screen. */
function tab<const P extends string, const Q extends QueryDefinition>(
  menu: Omit<AdminTab, "path">,
  route: Omit<ShellDefinition<P, Q>, "audience" | "tab">,
) {
  return shell({ ...route, audience: "admin", tab: { ...menu, path: route.pattern } });
}

/**
 * The tabs of the panel, in the order of its menu. A new one is an entry here: the menu, the screen's heading, the routes
 * and the browser tests follow.
 */
export const adminTabs = {
  admin: tab(
    { title: "Inbox", group: "To decide", waiting: "everything" },
    {
      pattern: "/admin",
      query: { search, kind: { type: "text", default: "", maxLength: 40 } },
      screen: () => import("../features/admin/screens/admin-screen.tsx"),
    },
  ),
  adminStories: tab(
    { title: "Local Vibes", group: "To decide", waiting: ["story"] },
    {
      pattern: "/admin/local-vibes",
      query: {
        status: { type: "choice", default: "", values: STORY_STATES },
        page,
      },
      screen: () => import("../features/admin/screens/stories-screen.tsx"),
    },
  ),
  adminClaims: tab(
    { title: "Business Claims", group: "To decide", waiting: ["claim"] },
    {
      pattern: "/admin/claims",
      query: {
        search,
        sort: { type: "choice", default: "", values: ["shop", "submitted"] },
        page,
      },
      screen: () => import("../features/admin/screens/claims-screen.tsx"),
    },
  ),
  adminSuggestions: tab(
    { title: "Suggestions", group: "To decide", waiting: ["suggestion", "closed_reports"] },
    {
      pattern: "/admin/suggestions",
      query: { status: { type: "choice", default: "", values: ["decided"] }, page },
      screen: () => import("../features/admin/screens/suggestions-screen.tsx"),
    },
  ),
  adminImportQuestions: tab(
    { title: "Import Questions", group: "To decide", waiting: ["import"] },
    {
      pattern: "/admin/import-questions",
      query: {
        source: { type: "text", default: "", maxLength: 64 },
        reason: { type: "text", default: "", maxLength: 64 },
        brand: { type: "text", default: "", maxLength: 200 },
        town: { type: "text", default: "", maxLength: 200 },
        search,
        page,
      },
      screen: () => import("../features/admin/screens/import-questions-screen.tsx"),
    },
  ),
  adminChains: tab(
    { title: "Chains", group: "To decide", waiting: ["chain_objection", "chain_report"] },
    {
      pattern: "/admin/chains",
      query: {},
      screen: () => import("../features/admin/screens/chains-screen.tsx"),
    },
  ),
  adminShops: tab(
    { title: "Coffee Shops", group: "Directory" },
    {
      pattern: "/admin/coffee-shops",
      query: {
        search,
        visibility: {
          type: "choice",
          default: "",
          values: [...VISIBILITIES],
        },
        ...orderBy("name", "town", "votes", "added", "changed"),
        page,
      },
      screen: () => import("../features/admin/screens/shops-screen.tsx"),
    },
  ),
  adminCities: tab(
    { title: "Cities", group: "Directory" },
    {
      pattern: "/admin/cities",
      query: { search, ...orderBy("name", "shops"), page },
      screen: () => import("../features/admin/screens/cities-screen.tsx"),
    },
  ),
  adminWorklist: tab(
    { title: "Worklist", group: "Directory" },
    {
      pattern: "/admin/worklist",
      query: {
        search,
        has: { type: "choice", default: "", values: ["phone", "website", "people"] },
        page,
      },
      screen: () => import("../features/admin/screens/worklist-screen.tsx"),
    },
  ),
  adminImports: tab(
    { title: "Imports", group: "Directory" },
    {
      pattern: "/admin/imports",
      query: { page },
      screen: () => import("../features/admin/screens/imports-screen.tsx"),
    },
  ),
  adminUpdateImages: tab(
    { title: "Shop Image Update", group: "Directory" },
    {
      pattern: "/admin/update-images",
      query: {},
      screen: () => import("../features/shop-images/update-images-screen.tsx"),
    },
  ),
  adminContentEnhancement: tab(
    { title: "Content Enhancement", group: "Directory" },
    {
      pattern: "/admin/content-enhancement",
      query: {},
      screen: () => import("../features/ai-texts/content-enhancement-screen.tsx"),
    },
  ),
  adminFoursquareTab: tab(
    { title: "Foursquare Enhancement", group: "Directory" },
    {
      pattern: "/admin/foursquare",
      query: {},
      screen: () => import("../features/admin/screens/tab-screen.tsx"),
    },
  ),
  adminZipExpansion: tab(
    { title: "ZIP Code Expansion", group: "Growth" },
    {
      pattern: "/admin/zip-expansion",
      query: {},
      screen: () => import("../features/expansion/screens/zip-expansion-screen.tsx"),
    },
  ),
  adminExpansion: tab(
    { title: "Expansion", group: "Growth" },
    {
      pattern: "/admin/expansion",
      query: {},
      screen: () => import("../features/expansion/screens/expansion-screen.tsx"),
    },
  ),
  adminAnalytics: tab(
    { title: "Analytics", group: "Growth" },
    {
      pattern: "/admin/analytics",
      query: {},
      screen: () => import("../features/admin/screens/tab-screen.tsx"),
    },
  ),
  adminBlog: tab(
    { title: "Blog Management", group: "Publishing" },
    {
      pattern: "/admin/blog",
      query: {
        search,
        page,
      },
      screen: () => import("../features/blog/manage/articles-screen.tsx"),
    },
  ),
  adminNewsletter: tab(
    { title: "Newsletter", group: "Publishing" },
    {
      pattern: "/admin/newsletter",
      query: {},
      screen: () => import("../features/newsletter/manage/newsletter-screen.tsx"),
    },
  ),
  adminSite: tab(
    { title: "Site", group: "Publishing" },
    {
      pattern: "/admin/site",
      query: {},
      screen: () => import("../features/site/site-screen.tsx"),
    },
  ),
  adminOutbox: tab(
    { title: "Outbox", group: "System", waiting: ["mail"] },
    {
      pattern: "/admin/outbox",
      query: {
        state: { type: "choice", default: "failed", values: OUTBOX_STATES },
        page,
      },
      screen: () => import("../features/outbox/outbox-screen.tsx"),
    },
  ),
  adminAudit: tab(
    { title: "Audit Log", group: "System" },
    {
      pattern: "/admin/audit",
      query: {
        search,
        actor: {
          type: "choice",
          default: "",
          values: ACTORS,
        },
        action: { type: "text", default: "", maxLength: 64 },
        day: { type: "text", default: "", maxLength: 10 },
        machine: { type: "choice", default: "", values: ["true"] },
        subject: { type: "text", default: "", maxLength: 36 },
        kind: { type: "text", default: "", maxLength: 16 },
        ...orderBy("when"),
        page,
      },
      screen: () => import("../features/admin/screens/audit-screen.tsx"),
    },
  ),
  adminPrivacy: tab(
    { title: "Privacy", group: "System" },
    {
      pattern: "/admin/privacy",
      query: {},
      screen: () => import("../features/privacy/privacy-admin-screen.tsx"),
    },
  ),
  adminOperator: tab(
    { title: "Operator", group: "System" },
    {
      pattern: "/admin/operator",
      query: {},
      screen: () => import("../features/operator/operator-screen.tsx"),
    },
  ),
  adminAccount: tab(
    { title: "Account", group: "System" },
    {
      pattern: "/admin/account",
      query: {},
      screen: () => import("../features/account/account-screen.tsx"),
    },
  ),
  adminKeys: tab(
    { title: "Keyboard Shortcuts", group: "System" },
    {
      pattern: "/admin/keys",
      query: {},
      screen: () => import("../features/admin/screens/keys-screen.tsx"),
    },
  ),
} as const;
