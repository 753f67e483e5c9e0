import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { KeepMarkup } from "../lib/kept-markup.ts";

/** Of HTML, keys included: some thousand cards. QuickJS needs two bytes for a character of a text with a "▲" in it. */
const MOST_CHARACTERS = 4_000_000;

/** Keeps parts of pages between renders, those that were asked for last. */
export function keptMarkup(most = MOST_CHARACTERS): KeepMarkup {
  // In the order in which they were last asked for.
  const kept = new Map<string, string>();
  let characters = 0;
  return (key: string, draw: () => ReactNode) => {
    const known = kept.get(key);
    const html = known ?? renderToString(draw());
    if (known === undefined) characters += key.length + html.length;
    kept.delete(key);
    kept.set(key, html);
    for (const [oldest, { length }] of kept) {
      if (characters <= most) break;
      kept.delete(oldest);
      characters -= oldest.length + length;
    }
    return html;
  };
}
