import { countText } from "../../../lib/text.ts";

interface Compared {
  total: number;
  totalBefore: number | null;
  since: string | null;
}

/** A figure compared with the same number of days before; if those weren't all counted, since when it has been. */
export function againstBefore({ total, totalBefore, since }: Compared, days: number): string {
  if (since === null) return "Nothing counted yet";
  if (totalBefore === null) return `Counted since ${since}`;
  const past = `${countText(totalBefore)} in the ${days} days before`;
  if (total === totalBefore) return `The same as in the ${days} days before`;
  if (totalBefore === 0) return `None in the ${days} days before`;
  const percent = Math.round((Math.abs(total - totalBefore) / totalBefore) * 100);
  return `${total > totalBefore ? "Up" : "Down"} ${percent}% from ${past}`;
}
