import type { Article, ArticleSummary, Site } from "../../api/types.ts";
import { sitePicture } from "../../lib/head.tsx";
import { paths } from "../../lib/paths.ts";

/** Entries that a list names in its structured data, at most. */
const MOST_IN_DATA = 20;

/** An article on its own page (schema.org, checklist S11). */
export function articleData(site: Site, article: Article) {
  return {
    "@context": "https://schema.org",
    ...postData(site, article),
    description: article.metaDescription,
    mainEntityOfPage: site.publicUrl + paths.article(article.slug),
    publisher: publisherData(site),
    articleSection: article.category?.name,
    keywords: article.tags.map(({ name }) => name).join(", ") || undefined,
    timeRequired: `PT${article.readTimeMinutes}M`,
    inLanguage: "en-US",
  };
}

/** The blog itself, with the articles of the page. */
export function blogData(site: Site, articles: readonly ArticleSummary[]) {
  return {
    "@context": "https://schema.org",
    "@type": "Blog",
    name: `${site.name}: Coffee Shop Tips`,
    url: site.publicUrl + paths.blog(),
    inLanguage: "en-US",
    publisher: publisherData(site),
    blogPost: articles.map((article) => postData(site, article)),
  };
}

interface Collection {
  name: string;
  path: string;
  articles: { items: readonly ArticleSummary[]; page: number; pageSize: number; total: number };
}

/** The articles of a category or tag, in the order of the page. */
export function collectionData(site: Site, { name, path, articles }: Collection) {
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name,
    url: site.publicUrl + path,
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: articles.total,
      itemListElement: articles.items.slice(0, MOST_IN_DATA).map(({ title, slug }, index) => ({
        "@type": "ListItem",
        position: (articles.page - 1) * articles.pageSize + index + 1,
        name: title,
        url: site.publicUrl + paths.article(slug),
      })),
    },
  };
}

/** When an article's words last changed: not before it came out, which a scheduled one's may have. */
export function modifiedAt({ publishedAt, updatedAt }: ArticleSummary): string {
  // Both are UTC in one notation; the fraction of the second, which may be absent, decides nothing here.
  return updatedAt.slice(0, 19) > publishedAt.slice(0, 19) ? updatedAt : publishedAt;
}

function postData(site: Site, article: ArticleSummary) {
  return {
    "@type": "BlogPosting",
    headline: article.title,
    url: site.publicUrl + paths.article(article.slug),
    image: site.publicUrl + sitePicture(site),
    datePublished: article.publishedAt,
    dateModified: modifiedAt(article),
    author: article.author
      ? { "@type": "Person", name: article.author, url: site.publicUrl + paths.blog() }
      : publisherData(site),
  };
}

function publisherData(site: Site) {
  return {
    "@type": "Organization",
    name: site.name,
    url: `${site.publicUrl}/`,
    logo: `${site.publicUrl}/apple-touch-icon.png`,
  };
}
