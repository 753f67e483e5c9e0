import type { ArticleSummary, CountedCategory, CountedTag, Page } from "../../../api/types.ts";
import { useSite } from "../../../lib/site.tsx";
import { plural } from "../../../lib/text.ts";
import { ArticleList } from "../components/article-list.tsx";
import { blogPaths } from "../paths.ts";
import { collectionData } from "../structured-data.ts";
import { BLOG_TRAIL } from "../trail.ts";

interface Props {
  data: {
    tag: CountedTag;
    articles: Page<ArticleSummary>;
    categories: CountedCategory[] | undefined;
    tags: CountedTag[] | undefined;
  };
}

/** A tag's list repeats the categories' lists: it is for readers, not for search engines. */
export default function TagScreen({ data: { tag, articles, categories, tags } }: Props) {
  const site = useSite();
  const name = `Articles tagged “${tag.name}”`;
  const hrefOf = (page: number) => blogPaths.tag(tag.slug, page);
  return (
    <ArticleList
      heading={name}
      text={plural(articles.total, "article")}
      title={name}
      description={`${plural(articles.total, "article")} about ${tag.name} in ${site.name}'s coffee shop tips.`}
      hrefOf={hrefOf}
      trail={[...BLOG_TRAIL, { name: tag.name, href: hrefOf(1) }]}
      articles={articles}
      categories={categories}
      tags={tags}
      tag={tag.slug}
      isHidden
      data={collectionData(site, { name, path: hrefOf(articles.page), articles })}
    />
  );
}
