import { paths } from "../../lib/paths.ts";

/** The way to every page of the blog. */
export const BLOG_TRAIL = [
  { name: "Home", href: paths.home() },
  { name: "Coffee Shop Tips", href: paths.blog() },
] as const;
