import { countText } from "../../../lib/text.ts";

interface Compared {
  total: number;
  totalBefore: number | null;
  since: string | null;
}

/** A figure compared with the time before, such as "the 30 days before"; if that wasn't all counted, since when it has been. */
export function againstBefore({ total, totalBefore, since }: Compared, before: string): string {
  if (since === null) return "Nothing counted yet";
  if (totalBefore === null) return `Counted since ${since}`;
  if (total === totalBefore) return `The same as in ${before}`;
  if (totalBefore === 0) return `None in ${before}`;
  const percent = Math.round((Math.abs(total - totalBefore) / totalBefore) * 100);
  const direction = total > totalBefore ? "Up" : "Down";
  return `${direction} ${percent}% from ${countText(totalBefore)} in ${before}`;
}
