/** A heading of an article, and its address within the page. */
export interface Part {
  id: string;
  text: string;
}

interface Body {
  html: string;
  /** The headings of the second level. */
  parts: Part[];
}

/** A reader of a screen's width can scroll these sideways, also with a keyboard. */
const WIDE = { table: "Table", pre: "Code" } as const;

/**
 * Prepares an article's HTML for the page: finds its parts, and gives what may be wider than a phone a place to scroll
 * in. It only adds tags around those of the server's own renderer, in which `<` of a text is always escaped.
 */
export function prepareBody(html: string): Body {
  const headings = html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/gs);
  const parts = [...headings].map(([, id = "", inner = ""]) => ({ id, text: textOf(inner) }));
  const scrolling = html.replace(
    /<(table|pre)>.*?<\/\1>/gs,
    (whole, name: keyof typeof WIDE) =>
      `<div class="wide" role="group" aria-label="${WIDE[name]}" tabindex="0">${whole}</div>`,
  );
  return { html: scrolling, parts };
}

const SIGNS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: "\u00a0",
};

/** The words of an HTML text without tags. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(#39|\w+);/g, (whole, name: string) => SIGNS[name] ?? whole)
    .trim();
}
