/** URLs of the administrator's screens, kept out of what every visitor loads. */
export const adminPaths = {
  blog: () => "/admin/blog",
  newArticle: () => "/admin/blog/new",
  article: (id: string) => `/admin/blog/articles/${id}`,
  articleHistory: (id: string) => `/admin/blog/articles/${id}/history`,
  analytics: () => "/analytics",
  suggestions: () => "/admin/suggestions",
  importQuestions: () => "/admin/import-questions",
  chains: () => "/admin/chains",
  townsNear: (text: string) => `/admin/towns-near?text=${encodeURIComponent(text)}`,
  zipExpansion: () => "/admin/zip-expansion",
  expansion: () => "/admin/expansion",
  analyticsTab: () => "/admin/analytics",
  newsletter: () => "/admin/newsletter",
  outbox: () => "/admin/outbox",
  privacy: () => "/admin/privacy",
  operator: () => "/admin/operator",
} as const;
