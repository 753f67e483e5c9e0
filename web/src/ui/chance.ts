/** Pseudo-random choices derived from a text: the same text gives the same choices, here and on the server. */
export interface Chance {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function chanceOf(text: string): Chance {
  let state = 2_166_136_261;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  // xorshift32 never leaves 0.
  state ||= 1;
  const below = (limit: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
  };
}
