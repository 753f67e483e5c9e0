import type { Article, ArticleCategory, ArticleSummary } from "../../src/api/types.ts";
import { paged } from "./paged.ts";

/** A small made-up blog that answers the API's reads. */

const brewing: ArticleCategory = {
  id: "0197a000-0000-7000-8000-000000950001",
  name: "Brewing at Home",
  slug: "brewing",
  description: "Grinders, kettles, water and small habits.",
  color: "hsl(24, 55%, 38%)",
};
const towns: ArticleCategory = {
  id: "0197a000-0000-7000-8000-000000950002",
  name: "Coffee and Towns",
  slug: "towns",
  description: null,
  color: "hsl(214, 45%, 38%)",
};
const gear: ArticleCategory = {
  id: "0197a000-0000-7000-8000-000000950003",
  name: "Gear",
  slug: "gear",
  description: null,
  color: "hsl(90, 45%, 38%)",
};
const categories = [brewing, towns, gear];

const TITLES = [
  "The Ingredient Nobody Buys Is Water",
  "Why Small-Town Shops Open at 5:30",
  "How to Read a Roast Date",
  "A Grinder Before a Machine",
  "The Courthouse Square at Seven",
  "Cold Brew Without a Recipe",
  "Two Kettles, One Stove",
  "Who Sits at the Long Table",
  "Filters & Patience",
  "What the River Towns Drink",
  "Milk, Warm and Cold",
  "The Last Cup of the Day",
];

export const articles: ArticleSummary[] = TITLES.map((title, index) =>
  makeSummary({ title }, index),
);

export function makeSummary(changes: Partial<ArticleSummary> = {}, index = 0): ArticleSummary {
  const title = changes.title ?? "The Ingredient Nobody Buys Is Water";
  const day = String(28 - index).padStart(2, "0");
  return {
    id: `0197a000-0000-7000-8000-${String(900_000 + index).padStart(12, "0")}`,
    slug: title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/-$/, ""),
    title,
    excerpt: `${title}: what it is about, in one sentence.`,
    metaDescription: `${title}: what it is about.`,
    readTimeMinutes: 1 + (index % 4),
    viewCount: index === 1 ? 1234 : 0,
    photos: [],
    publishedAt: `2026-02-${day}T11:00:00Z`,
    publishedLabel: `Feb ${28 - index}, 2026`,
    updatedAt: `2026-03-01T11:00:00Z`,
    tags:
      index % 2 === 0
        ? [{ name: "small towns", slug: "small-towns" }]
        : [
            { name: "water", slug: "water" },
            { name: "Cold Brew", slug: "cold-brew" },
          ],
    category: index === 3 ? null : index % 3 === 1 ? towns : brewing,
    author: index === 0 ? "Ann Lee" : null,
    ...changes,
  };
}

export function makeArticle(changes: Partial<Article> = {}, index = 0): Article {
  const summary = articles[index] ?? makeSummary();
  const link = (at: number) => {
    const other = articles[at];
    return other ? { slug: other.slug, title: other.title } : null;
  };
  return {
    ...summary,
    content: "## Salt",
    contentHtml:
      '<p>Start with the tap.</p><h2 id="part-salt">Salt &amp; scale</h2><p>Some.</p><h2 id="part-soft">Soft water</h2><p>None.</p><h2 id="part-bottles">Bottles</h2><table><thead><tr><th>Water</th></tr></thead><tbody><tr><td>hard</td></tr></tbody></table>',
    publishedLong: `February ${28 - index}, 2026`,
    updatedLong: "March 1, 2026",
    pictures: {
      social: `/social/blog/${summary.slug}.png?v=1`,
      square: `/social/blog/1x1/${summary.slug}.png?v=1`,
      standard: `/social/blog/4x3/${summary.slug}.png?v=1`,
      wide: `/social/blog/16x9/${summary.slug}.png?v=1`,
    },
    authorUrl: null,
    related: articles.filter((_, at) => at !== index).slice(0, 3),
    previous: link(index + 1),
    next: link(index - 1),
    ...changes,
  };
}

const counted = (category: ArticleCategory) => ({
  ...category,
  count: articles.filter((article) => article.category === category).length,
});

const TAGS = [
  { name: "Cold Brew", slug: "cold-brew" },
  { name: "small towns", slug: "small-towns" },
  { name: "water", slug: "water" },
].map((tag) => ({
  ...tag,
  count: articles.filter(({ tags }) => tags.some(({ slug }) => slug === tag.slug)).length,
}));

export function answerBlog([kind, slug]: string[], query: URLSearchParams): unknown {
  if (kind === "tags") return slug ? TAGS.find((tag) => tag.slug === slug) : TAGS;
  if (kind === "categories") {
    const all = categories.map(counted);
    return slug ? all.find((category) => category.slug === slug) : all;
  }
  if (slug) {
    const index = articles.findIndex((article) => article.slug === slug);
    return index < 0 ? undefined : makeArticle({}, index);
  }
  const [category, tag] = [query.get("category"), query.get("tag")];
  const found = articles.filter(
    (article) =>
      (!category || article.category?.slug === category) &&
      (!tag || article.tags.some((one) => one.slug === tag)),
  );
  return query.has("page") ? paged(found, query, 12) : found;
}
