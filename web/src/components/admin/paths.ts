/** Addresses of the administrator's screens: here, they stay out of what every visitor loads. */
export const adminPaths = {
  blog: () => "/admin/blog",
  newArticle: () => "/admin/blog/new",
  article: (id: string) => `/admin/blog/articles/${id}`,
  analytics: () => "/analytics",
  analyticsTab: () => "/admin/analytics",
  newsletter: () => "/admin/newsletter",
  outbox: () => "/admin/outbox",
  privacy: () => "/admin/privacy",
  operator: () => "/admin/operator",
} as const;
