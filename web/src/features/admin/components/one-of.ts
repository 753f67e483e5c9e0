/** The word among `known` that an address holds, or nothing. */
export function oneOf<W extends string>(word: string, known: readonly W[]): W | undefined {
  return known.find((one) => one === word);
}
