/** URLs of the administrator's screens, kept out of what every visitor loads. */
export const adminPaths = {
  blog: () => "/admin/blog",
  newArticle: () => "/admin/blog/new",
  article: (id: string) => `/admin/blog/articles/${id}`,
  articleHistory: (id: string) => `/admin/blog/articles/${id}/history`,
  analytics: () => "/analytics",
  updateImages: () => "/admin/update-images",
  contentEnhancement: () => "/admin/content-enhancement",
  suggestions: () => "/admin/suggestions",
  importQuestions: () => "/admin/import-questions",
  chains: () => "/admin/chains",
  townsNear: (text: string) => `/admin/towns-near?text=${encodeURIComponent(text)}`,
  analyticsTab: () => "/admin/analytics",
  newsletter: () => "/admin/newsletter",
  outbox: () => "/admin/outbox",
  privacy: () => "/admin/privacy",
  operator: () => "/admin/operator",
} as const;
