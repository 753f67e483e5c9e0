import type { ArticleSummary } from "../../../api/types.ts";
import { blogPaths } from "../paths.ts";
import { ArticlePicture } from "../picture/article-picture.tsx";
import { ArticleFacts } from "./article-facts.tsx";
import { CategoryMark } from "./category-mark.tsx";

interface Props {
  article: ArticleSummary;
  /** Its heading level. */
  level?: "h2" | "h3";
}

/** An article in a list. */
export function ArticleCard({ article, level: Heading = "h2" }: Props) {
  return (
    <li className="card article-card">
      <ArticlePicture article={article} className="card-picture" />
      <div className="card-text">
        {article.category && <CategoryMark category={article.category} />}
        <Heading>
          <a className="card-link" href={blogPaths.article(article.slug)}>
            {article.title}
          </a>
        </Heading>
        <p className="line-clamp-3">{article.excerpt}</p>
        <div className="mt-auto pt-1">
          <ArticleFacts article={article} date={article.publishedLabel} />
        </div>
      </div>
    </li>
  );
}

/** The first article in a list, large. */
export function LeadArticle({ article }: { article: ArticleSummary }) {
  return (
    <div className="card article-card lead-article">
      <ArticlePicture article={article} className="card-picture" />
      <div className="lead-text">
        {article.category && <CategoryMark category={article.category} />}
        <h2>
          <a className="card-link" href={blogPaths.article(article.slug)}>
            {article.title}
          </a>
        </h2>
        <p className="text-lg leading-relaxed">{article.excerpt}</p>
        <ArticleFacts article={article} date={article.publishedLabel} />
      </div>
    </div>
  );
}
