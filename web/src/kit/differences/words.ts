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
  if (old.length > MAX_WORDS || fresh.length > MAX_WORDS)
    return joined([...pieces("removed", old), ...pieces("added", fresh)]);
  const width = fresh.length + 1;
  // Longest common subsequence after each pair of positions.
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [before, after] = [old[i], fresh[j]];
    if (before !== undefined && before === after) {
      found.push({ kind: "same", text: before });
      [i, j] = [i + 1, j + 1];
    } else if (before !== undefined && (after === undefined || at(i + 1, j) >= at(i, j + 1))) {
      found.push({ kind: "removed", text: before });
      i += 1;
    } else if (after !== undefined) {
      found.push({ kind: "added", text: after });
      j += 1;
    }
  }
  return joined(found);
}

const wordsOf = (text: string) => squeezed(text).split(" ").filter(Boolean);

const pieces = (kind: Piece["kind"], words: string[]): Piece[] =>
  words.map((text) => ({ kind, text }));

/** Merges adjacent parts of the same kind. */
function joined(all: Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const piece of all) {
    const last = found.at(-1);
    if (last?.kind === piece.kind) last.text += ` ${piece.text}`;
    else found.push({ ...piece });
  }
  return found;
}
