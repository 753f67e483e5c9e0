import { withQuery } from "../../lib/paths.ts";

/** What import questions are narrowed to. */
export interface QuestionQuery {
  source?: string;
  reason?: string;
  brand?: string;
  town?: string;
  search?: string;
  page?: number;
}

/** URLs of the administrator's screens, kept out of what every visitor loads. */
export const adminPaths = {
  blog: () => "/admin/blog",
  newArticle: () => "/admin/blog/new",
  article: (id: string) => `/admin/blog/articles/${id}`,
  articleHistory: (id: string) => `/admin/blog/articles/${id}/history`,
  analytics: () => "/analytics",
  account: () => "/admin/account",
  claims: () => "/admin/claims",
  city: (id: string) => `/admin/cities/${id}`,
  site: () => "/admin/site",
  firstStart: () => "/admin/site/start",
  siteLook: () => "/admin/site/look",
  siteFormats: () => "/admin/site/formats",
  sitePages: () => "/admin/site/pages",
  sitePage: (slug: string) => `/admin/site/pages/${slug}`,
  sitePageVersions: (slug: string) => `/admin/site/pages/${slug}/versions`,
  newSitePage: () => "/admin/site/new-page",
  chains: () => "/admin/chains",
  privacy: () => "/admin/privacy",
  /** The address stands where no server sees it, because addresses of pages are logged. */
  person: (email: string) => `/admin/person#${encodeURIComponent(email)}`,
  bulkEdit: (query: { search?: string; visibility?: string } = {}) =>
    withQuery("/admin/bulk-edit", query),
  updateImages: () => "/admin/update-images",
  suggestions: () => "/admin/suggestions",
  importQuestions: ({ page, ...filter }: QuestionQuery = {}) =>
    withQuery("/admin/import-questions", { ...filter, page: page !== 1 && page }),
  imports: () => "/admin/imports",
  importFile: (id: string) => `/admin/imports/${id}`,
  townsNear: (text: string) => `/admin/towns-near?text=${encodeURIComponent(text)}`,
  analyticsTab: () => "/admin/analytics",
  foursquareTab: () => "/admin/foursquare",
  foursquare: () => "/admin/foursquare-enhancement",
  newsletter: () => "/admin/newsletter",
  newsletterReaders: () => "/admin/newsletter/readers",
  operator: () => "/admin/operator",
  outbox: () => "/admin/outbox",
  worklist: () => "/admin/worklist",
  keys: () => "/admin/keys",
} as const;
