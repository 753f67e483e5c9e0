import type { ArticleSummary, CountedCategory, CountedTag, Page } from "../../../api/types.ts";
import { useSite } from "../../../lib/site.tsx";
import { ArticleList } from "../components/article-list.tsx";
import { blogPaths } from "../paths.ts";
import { blogData } from "../structured-data.ts";
import { BLOG_TRAIL } from "../trail.ts";

interface Props {
  data: {
    articles: Page<ArticleSummary>;
    categories: CountedCategory[] | undefined;
    tags: CountedTag[] | undefined;
  };
}

export default function BlogScreen({ data: { articles, categories, tags } }: Props) {
  const site = useSite();
  return (
    <ArticleList
      heading="Coffee Shop Tips"
      text="Brew better at home, order with confidence, and find small towns worth the drive."
      title="Coffee Shop Tips"
      description="Articles on brewing at home, ordering at the counter, and the coffee culture of small towns across the country."
      hrefOf={blogPaths.list}
      trail={BLOG_TRAIL}
      articles={articles}
      categories={categories}
      tags={tags}
      category={null}
      data={blogData(site, articles.items)}
    />
  );
}
