import type { ReactNode } from "react";
import type { ArticleSummary, CountedCategory, CountedTag, Page } from "../../../api/types.ts";
import { SideNote } from "../../../components/side-note.tsx";
import { FeedLink, Head, JsonLd } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { breadcrumbData } from "../../../lib/structured-data.ts";
import { Breadcrumb, type Crumb } from "../../../ui/breadcrumb.tsx";
import { EmptyPlace } from "../../../ui/empty-place.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { Pager } from "../../../ui/pager.tsx";
import { blogPaths } from "../paths.ts";
import { ArticleCard, LeadArticle } from "./article-card.tsx";
import { Invitations } from "./invitations.tsx";
import { CategoryNav, TagNav } from "./topics.tsx";

interface Props {
  heading: ReactNode;
  text: ReactNode;
  /** The document's title, without the page number. */
  title: string;
  description: string;
  /** URL of a page of this list. */
  hrefOf: (page: number) => string;
  trail: readonly Crumb[];
  articles: Page<ArticleSummary>;
  categories: readonly CountedCategory[] | undefined;
  tags: readonly CountedTag[] | undefined;
  /** The category or tag of this page. */
  category?: string | null;
  tag?: string;
  /** Keeps the list out of search engines, as for any empty one. */
  isHidden?: boolean;
  /** The list's structured data. */
  data: unknown;
}

/** A list of all articles, or of those with a category or a tag. */
export function ArticleList(props: Props) {
  const { heading, text, title, description, hrefOf, trail, articles, categories, tags } = props;
  const site = useSite();
  const [lead, ...rest] = articles.items;
  const suffix = articles.page > 1 ? `, page ${articles.page}` : "";
  return (
    <div className="page pt-8">
      <Head
        title={title + suffix}
        description={suffix ? `${description} Page ${articles.page}.` : description}
        path={hrefOf(articles.page)}
        {...(props.isHidden || !lead ? { robots: "noindex,follow" as const } : {})}
      />
      <FeedLink href={blogPaths.feed()} title={`${site.name}: Coffee Shop Tips`} />
      <JsonLd data={import.meta.env.SSR && breadcrumbData(site, trail)} />
      {lead && <JsonLd data={import.meta.env.SSR && props.data} />}
      <div className="text-soft">
        <Breadcrumb trail={trail} />
      </div>
      <h1 className="mt-5 font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        {heading}
      </h1>
      <p className="mt-3 mb-7 max-w-text text-lg text-soft">{text}</p>
      {categories ? (
        <CategoryNav categories={categories} current={props.category} />
      ) : (
        <SideNote read="categories" what="the categories" />
      )}
      {lead ? (
        <div className="mt-8">
          <LeadArticle article={lead} />
          {rest.length > 0 && (
            <ul {...LIST} className="card-grid mt-7">
              {rest.map((article) => (
                <ArticleCard key={article.id} article={article} />
              ))}
            </ul>
          )}
        </div>
      ) : (
        <EmptyPlace slug="no-articles-yet" sign="The Gazette">
          <p className="font-bold font-serif text-2xl">No articles yet</p>
          <p className="mt-2 text-soft">
            The first issue is still at the printer. Until then, the coffee is hot.
          </p>
          <p className="mt-5">
            <a className="button" href={paths.cities()}>
              Browse Cities
            </a>
          </p>
        </EmptyPlace>
      )}
      <Pager
        label="Pages of articles"
        page={articles.page}
        pageCount={articles.pageCount}
        hrefOf={hrefOf}
      />
      {tags ? (
        <TagNav tags={tags} {...(props.tag === undefined ? {} : { current: props.tag })} />
      ) : (
        <SideNote read="tags" what="the tags" />
      )}
      <Invitations />
    </div>
  );
}
