import type { components } from "../../../api/schema.gen.ts";
import { dayText, momentText } from "../../../kit/time.ts";

export type AdminArticle = components["schemas"]["AdminArticle"];

/** "America/Chicago" as people say it: "Chicago time". */
export const zoneText = (zone: string) => `${zone.replace(/^.*\//, "").replaceAll("_", " ")} time`;

type Shown = Pick<AdminArticle, "state" | "publishedAt" | "publishedAtLocal" | "timeZone">;

/** Draft, Scheduled or Published, with the date on the site's clocks if there is one. */
export function Status({ article }: { article: Shown }) {
  const { state, publishedAtLocal: publishedAt, timeZone } = article;
  if (state === "draft" || !publishedAt) return <span className="badge">Draft</span>;
  const isOut = state === "published";
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className={isOut ? "badge badge-green" : "badge"}>
        {isOut ? "Published" : "Scheduled"}
      </span>
      <span className="text-soft">
        {isOut ? dayText(publishedAt) : `${momentText(publishedAt)}, ${zoneText(timeZone)}`}
      </span>
    </span>
  );
}
