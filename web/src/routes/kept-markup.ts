import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { KeepMarkup } from "../lib/kept-markup.ts";

/** HTML including keys: a few thousand cards. QuickJS needs two bytes per character for a text that contains "▲". */
const MAX_CHARACTERS = 4_000_000;

/** Caches parts of pages between renders, keeping the most recently used. */
export function keptMarkup(most = MAX_CHARACTERS): KeepMarkup {
  // Least recently used first.
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
