import { diffArrays } from "diff";

/** Part of a diff: in both texts, only in the old one, or only in the new one. */
export interface Piece {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Longer texts are shown whole: comparing them would take long and help nobody. */
const MAX_WORDS = 600;

/** Ignores differences in whitespace. */
export const isSame = (now: string, suggested: string) => squeezed(now) === squeezed(suggested);

const squeezed = (text: string) => text.trim().replace(/\s+/g, " ").normalize("NFC");

/** A word-by-word diff of two texts. */
export function compareWords(now: string, suggested: string): Piece[] {
  const [old, fresh] = [wordsOf(now), wordsOf(suggested)];
  const whole = [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ];
  const isLong = old.length > MAX_WORDS || fresh.length > MAX_WORDS;
  return (isLong ? whole : diffArrays(old, fresh)).map(({ value, added, removed }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value.join(" "),
  }));
}

const wordsOf = (text: string) => squeezed(text).split(" ").filter(Boolean);
