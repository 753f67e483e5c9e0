import { paths, withQuery } from "../../lib/paths.ts";

/** URLs that only the blog's screens link to, kept out of what every visitor loads. */

const paged = (path: string, page: number) => withQuery(path, { page: page > 1 && page });

export const blogPaths = {
  list: (page = 1) => paged(paths.blog(), page),
  feed: () => "/blog/feed.atom",
  article: (slug: string) => `/blog/${slug}`,
  category: (slug: string, page = 1) => paged(`/blog/category/${slug}`, page),
  tag: (slug: string, page = 1) => paged(`/blog/tag/${slug}`, page),
} as const;
