/** Text formatting that gives the same result on both sides, without `Intl`. */

/** 12345 as "12,345". */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 shop", "2 shops". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** At most `limit` characters, cut between words with an ellipsis. */
export function shorten(text: string, limit: number): string {
  const clean = text.replace(/\s+/g, " ").trim();
  if (clean.length <= limit) return clean;
  const cut = clean.slice(0, limit - 1);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > limit / 2 ? end : limit - 1).replace(/[,;:.\s]+$/, "")}…`;
}

/** Separators for "a", "a and b", "a, b and c". */
export function between(index: number, count: number): string {
  if (index === 0) return "";
  return index === count - 1 ? " and " : ", ";
}
