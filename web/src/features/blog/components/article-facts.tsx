import type { ArticleSummary } from "../../../api/types.ts";
import { plural } from "../../../lib/text.ts";

interface Props {
  article: ArticleSummary;
  /** The displayed date. */
  date: string;
}

/** Publication date, reading time, and views. */
export function ArticleFacts({ article, date }: Props) {
  return (
    <p className="facts article-facts">
      <time dateTime={article.publishedAt}>{date}</time>
      <span>{`${article.readTimeMinutes} min read`}</span>
      {article.viewCount > 0 && <span>{plural(article.viewCount, "view")}</span>}
    </p>
  );
}
