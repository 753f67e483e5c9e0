/** The word, if it is one of `known`. */
export function oneOf<W extends string>(word: string, known: readonly W[]): W | undefined {
  return known.find((one) => one === word);
}
