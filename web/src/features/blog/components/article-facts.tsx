import type { ArticleSummary } from "../../../api/types.ts";
import { plural } from "../../../lib/text.ts";

interface Props {
  article: ArticleSummary;
  /** The day as it is to be read. */
  date: string;
}

/** When it came out, how long it takes, and how often it was read. */
export function ArticleFacts({ article, date }: Props) {
  return (
    <p className="facts article-facts">
      <time dateTime={article.publishedAt}>{date}</time>
      <span>{`${article.readTimeMinutes} min read`}</span>
      {article.viewCount > 0 && <span>{plural(article.viewCount, "view")}</span>}
    </p>
  );
}
