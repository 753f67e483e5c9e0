import type { components } from "../../../api/schema.gen.ts";
import { text, z } from "../../../kit/form/rules.ts";
import type { Version } from "../../../kit/merge/use-merge.ts";
import type { AdminArticle } from "./article-status.tsx";

/** The values of the editor's fields. */
export interface ArticleValues {
  [name: string]: string;
  title: string;
  slug: string;
  content: string;
  excerpt: string;
  metaDescription: string;
  categoryId: string;
  tags: string;
  author: string;
  authorUrl: string;
  publishing: string;
  publishedAt: string;
}

/** An article as it was read: the editor's values, and the exact moment behind the date. */
export const versionOf = (article: AdminArticle): Version<ArticleValues> => ({
  fields: { ...valuesOf(article), moment: article.publishedAt ?? "" },
  version: article.version,
});

export const LABELS: Record<string, string> = {
  title: "Title",
  slug: "Slug",
  content: "Text",
  excerpt: "Excerpt",
  metaDescription: "Meta description",
  categoryId: "Category",
  tags: "Tags",
  author: "Author",
  authorUrl: "Author page",
  publishing: "Status",
  publishedAt: "Publish date",
};

export const schema = z.object({
  title: text({ required: "Title is required", max: 200 }),
  slug: text({ max: 80 }),
  content: z.string(),
  excerpt: text({ max: 500 }),
  metaDescription: text({ max: 300 }),
  categoryId: z.string(),
  tags: z.string(),
  author: text({ max: 100 }),
  authorUrl: text({ max: 500 }),
  publishing: z.string(),
  publishedAt: z.string(),
});

export const valuesOf = (article: AdminArticle): ArticleValues => ({
  title: article.title,
  slug: article.slug,
  content: article.content,
  excerpt: article.excerpt,
  metaDescription: article.metaDescription ?? "",
  categoryId: article.categoryId ?? "",
  tags: article.tags.join(", "),
  author: article.author ?? "",
  authorUrl: article.authorUrl ?? "",
  publishing: article.isPublished ? "published" : "draft",
  publishedAt: article.publishedAtLocal ?? "",
});

export const emptyValues = (categoryId: string): ArticleValues => ({
  title: "",
  slug: "",
  content: "",
  excerpt: "",
  metaDescription: "",
  categoryId,
  tags: "",
  author: "",
  authorUrl: "",
  publishing: "draft",
  publishedAt: "",
});

type ArticleBody = components["schemas"]["ArticleDraft"];

/** The body of a call. An unchanged date is sent exactly as received, to the microsecond. */
export function bodyOf(values: ArticleValues, over: Version<ArticleValues> | null): ArticleBody {
  const isPublished = values.publishing === "published";
  const known = over?.fields.moment || null;
  const isSame = known !== null && over?.fields.publishedAt === values.publishedAt;
  return {
    title: values.title,
    slug: values.slug,
    content: values.content,
    excerpt: values.excerpt,
    metaDescription: values.metaDescription,
    categoryId: values.categoryId,
    tags: values.tags
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    author: values.author,
    authorUrl: values.authorUrl,
    isPublished,
    publishedAt: isPublished && isSame ? known : null,
    publishedAtLocal: isPublished && !isSame ? values.publishedAt || null : null,
    version: over?.version ?? null,
  };
}
