import type { components } from "../../../api/schema.gen.ts";
import { dayText, momentText } from "../../../kit/time.ts";

export type AdminArticle = components["schemas"]["AdminArticle"];

/** Draft, Scheduled or Published, with the date if there is one. */
export function Status({ article }: { article: Pick<AdminArticle, "state" | "publishedAt"> }) {
  const { state, publishedAt } = article;
  if (state === "draft" || !publishedAt) return <span className="badge">Draft</span>;
  const isOut = state === "published";
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className={isOut ? "badge badge-green" : "badge"}>
        {isOut ? "Published" : "Scheduled"}
      </span>
      <span className="text-soft">{isOut ? dayText(publishedAt) : momentText(publishedAt)}</span>
    </span>
  );
}
