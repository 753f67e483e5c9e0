import type { ArticleSummary, CountedCategory, CountedTag, Page } from "../../../api/types.ts";
import { useSite } from "../../../lib/site.tsx";
import { ArticleList } from "../components/article-list.tsx";
import { blogPaths } from "../paths.ts";
import { collectionData } from "../structured-data.ts";
import { BLOG_TRAIL } from "../trail.ts";

interface Props {
  data: {
    category: CountedCategory;
    articles: Page<ArticleSummary>;
    categories: CountedCategory[] | undefined;
    tags: CountedTag[] | undefined;
  };
}

export default function CategoryScreen({ data }: Props) {
  const { category, articles, categories, tags } = data;
  const site = useSite();
  const hrefOf = (page: number) => blogPaths.category(category.slug, page);
  const text = category.description ?? `Everything we've written about ${category.name}.`;
  return (
    <ArticleList
      heading={category.name}
      text={text}
      title={`${category.name}: Coffee Shop Tips`}
      description={`${text} Articles about ${category.name.toLowerCase()} from ${site.name}.`}
      hrefOf={hrefOf}
      trail={[...BLOG_TRAIL, { name: category.name, href: hrefOf(1) }]}
      articles={articles}
      categories={categories}
      tags={tags}
      category={category.slug}
      data={collectionData(site, { name: category.name, path: hrefOf(articles.page), articles })}
    />
  );
}
