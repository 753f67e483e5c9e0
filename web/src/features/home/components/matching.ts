import type { City } from "../../../api/types.ts";

/**
 * Whether every word of a text matches the town's name or state, by the same rule as search: as a prefix, or with one
 * typo in words of 4 letters and two from 8; ignoring case, accents and apostrophes, hyphenated words joined or apart
 * (decision D23).
 */
export function matchesTown(
  text: string,
  town: Pick<City, "name" | "state" | "stateName">,
): boolean {
  const words = wordsOf(`${town.name} ${town.state} ${town.stateName}`);
  const all = words.flatMap((parts) => [parts.join(""), ...parts]);
  const isKnown = (word: string) => all.some((known) => matches(word, known));
  const typed = wordsOf(text);
  return (
    typed.length > 0 && typed.every((parts) => isKnown(parts.join("")) || parts.every(isKnown))
  );
}

/** Accents, and what is typed for apostrophes and the ʻokina. */
const SILENT =
  /[\p{M}'`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/gu;

/** The words of a text, each in the parts that hyphens and dots join. */
function wordsOf(text: string): string[][] {
  const folded = text.normalize("NFD").replace(SILENT, "").toLowerCase();
  const words = folded.split(/[^\p{L}\p{N}.\-\u2010-\u2013]+/u);
  return words
    .map((word) => word.split(/[.\-\u2010-\u2013]+/u).filter((part) => part !== ""))
    .filter((parts) => parts.length > 0)
    .map((parts) => parts.map((part) => LONG.get(part) ?? part));
}

/** Abbreviations in town names. */
const LONG = new Map([
  ["st", "saint"],
  ["mt", "mount"],
  ["ft", "fort"],
]);

function matches(typed: string, known: string): boolean {
  if (known.startsWith(typed)) return true;
  const typos = typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
  return typos > 0 && prefixDistance(typed, known) <= typos;
}

/**
 * The fewest insertions, deletions, replacements and swaps of adjacent letters that turn `typed` into a prefix of
 * `known`.
 */
function prefixDistance(typed: string, known: string): number {
  let before: number[] = [];
  let row = Array.from({ length: known.length + 1 }, (_, index) => index);
  for (let i = 1; i <= typed.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= known.length; j += 1) {
      const same = typed[i - 1] === known[j - 1] ? 0 : 1;
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      const swapped =
        i > 1 && j > 1 && typed[i - 1] === known[j - 2] && typed[i - 2] === known[j - 1];
      if (swapped) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return Math.min(...row);
}
