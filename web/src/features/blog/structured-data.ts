import type { Article, ArticleSummary, Site } from "../../api/types.ts";
import { paths } from "../../lib/paths.ts";
import { iconUrl } from "../../lib/site.tsx";
import { blogPaths } from "./paths.ts";

/** Maximum entries of a list in its structured data. */
const MAX_IN_DATA = 20;

/** An article on its own page (schema.org, checklist S11). */
export function articleData(site: Site, article: Article) {
  const { pictures } = article;
  return {
    "@context": "https://schema.org",
    ...postData(site, article),
    image: [pictures.square, pictures.standard, pictures.wide].map((path) => site.publicUrl + path),
    author: authorData(site, article, article.authorUrl),
    description: article.metaDescription,
    mainEntityOfPage: site.publicUrl + blogPaths.article(article.slug),
    publisher: publisherData(site),
    articleSection: article.category?.name,
    keywords: article.tags.map(({ name }) => name).join(", ") || undefined,
    timeRequired: `PT${article.readTimeMinutes}M`,
    inLanguage: "en-US",
  };
}

/** The blog itself, with the page's articles. */
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

/** The articles with a category or tag, in page order. */
export function collectionData(site: Site, { name, path, articles }: Collection) {
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name,
    url: site.publicUrl + path,
    mainEntity: {
      "@type": "ItemList",
      numberOfItems: articles.total,
      itemListElement: articles.items.slice(0, MAX_IN_DATA).map(({ title, slug }, index) => ({
        "@type": "ListItem",
        position: (articles.page - 1) * articles.pageSize + index + 1,
        name: title,
        url: site.publicUrl + blogPaths.article(slug),
      })),
    },
  };
}

/** Data shared by lists and the article's own page. */
function postData(site: Site, article: ArticleSummary) {
  return {
    "@type": "BlogPosting",
    headline: article.title,
    url: site.publicUrl + blogPaths.article(article.slug),
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    author: authorData(site, article, null),
  };
}

/** The author if there is one, else the site; people without their own page link to the blog. */
function authorData(site: Site, { author }: ArticleSummary, url: string | null) {
  if (author === null) return publisherData(site);
  return { "@type": "Person", name: author, url: url ?? site.publicUrl + paths.blog() };
}

function publisherData(site: Site) {
  return {
    "@type": "Organization",
    name: site.name,
    url: `${site.publicUrl}/`,
    logo: site.publicUrl + iconUrl(site, 180),
  };
}
