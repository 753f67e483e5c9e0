/** A heading of an article, and its ID. */
export interface Part {
  id: string;
  text: string;
}

interface Body {
  html: string;
  /** The second-level headings. */
  parts: Part[];
}

/** Content that can be scrolled sideways on narrow screens, also with a keyboard. */
const WIDE = { table: "Table", pre: "Code" } as const;

/**
 * Prepares an article's HTML for the page: finds its headings, and wraps content that may be wider than a phone in a
 * scrolling container. It only adds tags around those from the server's own renderer, in which `<` in text is always
 * escaped.
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

/** The text of an HTML fragment, without tags. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(#39|\w+);/g, (whole, name: string) => SIGNS[name] ?? whole)
    .trim();
}
