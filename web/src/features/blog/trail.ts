import { paths } from "../../lib/paths.ts";

/** The breadcrumb of all blog pages. */
export const BLOG_TRAIL = [
  { name: "Home", href: paths.home() },
  { name: "Coffee Shop Tips", href: paths.blog() },
] as const;
