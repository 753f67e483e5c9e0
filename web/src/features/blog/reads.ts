import type {
  Article,
  ArticleSummary,
  CountedCategory,
  CountedTag,
  Page,
} from "../../api/types.ts";
import { read } from "../../lib/route-definition.ts";

export const articles = read<Page<ArticleSummary>>("/api/blog/articles?page={page}&pageSize=10");
export const categoryArticles = read<Page<ArticleSummary>>(
  "/api/blog/articles?category={slug}&page={page}&pageSize=10",
);
export const tagArticles = read<Page<ArticleSummary>>(
  "/api/blog/articles?tag={slug}&page={page}&pageSize=10",
);
export const article = read<Article>("/api/blog/articles/{slug}");
export const categories = read<CountedCategory[]>("/api/blog/categories");
export const category = read<CountedCategory>("/api/blog/categories/{slug}");
export const tags = read<CountedTag[]>("/api/blog/tags");
export const tag = read<CountedTag>("/api/blog/tags/{slug}");
