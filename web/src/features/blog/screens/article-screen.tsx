import type { Article } from "../../../api/types.ts";
import { FeedLink, Head, JsonLd } from "../../../lib/head.tsx";
import { useSite } from "../../../lib/site.tsx";
import { breadcrumbData } from "../../../lib/structured-data.ts";
import { useTracked } from "../../../lib/use-tracked.ts";
import { Breadcrumb, type Crumb } from "../../../ui/breadcrumb.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { prepareBody } from "../body.ts";
import { ArticleBody } from "../components/article-body.tsx";
import { ArticleCard } from "../components/article-card.tsx";
import { ArticleFacts } from "../components/article-facts.tsx";
import { CategoryMark } from "../components/category-mark.tsx";
import { Invitations } from "../components/invitations.tsx";
import { Neighbors } from "../components/neighbors.tsx";
import { blogPaths } from "../paths.ts";
import { ArticlePicture } from "../picture/article-picture.tsx";
import { articleData } from "../structured-data.ts";
import { BLOG_TRAIL } from "../trail.ts";

/** Search engines cut longer titles. */
const LONGEST_TITLE = 60;

export default function ArticleScreen({ data: { article } }: { data: { article: Article } }) {
  const site = useSite();
  const path = blogPaths.article(article.slug);
  useTracked(article.id, { eventType: "page_view", page: path, articleId: article.id });
  const body = prepareBody(article.contentHtml);
  return (
    <article className="page pt-8">
      <Head
        title={article.title}
        bare={`${article.title} | ${site.name}`.length > LONGEST_TITLE}
        description={article.metaDescription}
        path={path}
        picture={article.pictures.social}
        type="article"
      />
      <SocialFacts article={article} />
      <FeedLink href={blogPaths.feed()} title={`${site.name}: Coffee Shop Tips`} />
      <JsonLd data={import.meta.env.SSR && breadcrumbData(site, trailOf(article))} />
      <JsonLd data={import.meta.env.SSR && articleData(site, article)} />
      <div className="text-soft">
        <Breadcrumb trail={trailOf(article)} />
      </div>
      <ArticleHeader article={article} />
      <ArticleBody body={body} isLong={article.readTimeMinutes > 2} />
      <Tags article={article} />
      <Neighbors previous={article.previous} next={article.next} />
      {article.related.length > 0 && (
        <section aria-labelledby="related" className="no-print mt-16">
          <h2 id="related" className="ruled mb-6 font-bold text-2xl md:text-[1.75rem]">
            Keep Reading
          </h2>
          <ul {...LIST} className="card-grid">
            {article.related.map((other) => (
              <ArticleCard key={other.id} article={other} level="h3" />
            ))}
          </ul>
        </section>
      )}
      <Invitations />
    </article>
  );
}

function trailOf({ category, title, slug }: Article): Crumb[] {
  return [
    ...BLOG_TRAIL,
    ...(category ? [{ name: category.name, href: blogPaths.category(category.slug) }] : []),
    { name: title, href: blogPaths.article(slug) },
  ];
}

function ArticleHeader({ article }: { article: Article }) {
  const site = useSite();
  return (
    <header className="article-header">
      <div>
        {article.category && <CategoryMark category={article.category} />}
        <h1 className="mt-2 font-extrabold text-4xl leading-[1.12] tracking-tight md:text-5xl">
          {article.title}
        </h1>
        <p className="mt-4 text-lg text-soft leading-relaxed md:text-xl">{article.excerpt}</p>
        <p className="mt-5 font-semibold">
          {"By "}
          {article.authorUrl ? (
            <a className="link" rel="author noopener" href={article.authorUrl}>
              {article.author}
            </a>
          ) : (
            (article.author ?? site.name)
          )}
        </p>
        <div className="mt-1">
          <ArticleFacts article={article} date={article.publishedLong} />
        </div>
        {article.updatedLong && (
          <p className="text-[0.9375rem] text-soft">
            Updated <time dateTime={article.updatedAt}>{article.updatedLong}</time>
          </p>
        )}
      </div>
      <ArticlePicture article={article} className="article-picture" />
    </header>
  );
}

/** Open Graph data of articles (ogp.me). */
function SocialFacts({ article }: { article: Article }) {
  return (
    <>
      <meta property="article:published_time" content={article.publishedAt} />
      <meta property="article:modified_time" content={article.updatedAt} />
      {article.author && <meta property="article:author" content={article.author} />}
      {article.category && <meta property="article:section" content={article.category.name} />}
      {article.tags.map(({ slug, name }) => (
        <meta key={slug} property="article:tag" content={name} />
      ))}
    </>
  );
}

function Tags({ article }: { article: Article }) {
  if (article.tags.length === 0) return null;
  return (
    <ul className="no-print mt-9 flex flex-wrap gap-2" aria-label="Tags">
      {article.tags.map(({ slug, name }) => (
        <li key={slug}>
          <a className="topic" href={blogPaths.tag(slug)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
