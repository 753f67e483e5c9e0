import type { components } from "../../../api/schema.gen.ts";
import { dayText, momentText } from "../../../kit/time.ts";

export type AdminArticle = components["schemas"]["AdminArticle"];

/** Draft, Scheduled or Published, with the date where there is one. */
export function Status({ article }: { article: Pick<AdminArticle, "state" | "publishedAt"> }) {
  const { state, publishedAt } = article;
  if (state === "draft" || !publishedAt) return <span className="tag">Draft</span>;
  if (state === "scheduled")
    return <span className="tag">{`Scheduled for ${momentText(publishedAt)}`}</span>;
  return <span className="tag tag-on">{`Published ${dayText(publishedAt)}`}</span>;
}
