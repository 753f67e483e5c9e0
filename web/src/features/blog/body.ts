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
 * Prepares an article's HTML for the page: headings get addresses, and what may be wider than a phone gets a place to
 * scroll in. It only ever adds to the tags of the server's own renderer, in which `<` of a text is always escaped.
 */
export function prepareBody(html: string): Body {
  const taken = new Set<string>();
  const parts: Part[] = [];
  const withIds = html.replace(
    /<h([23])(?: id="([^"]*)")?>(.*?)<\/h\1>/gs,
    (_, level: string, given: string | undefined, inner: string) => {
      const text = textOf(inner);
      const id = given ?? unique(`part-${slugOf(text)}`, taken);
      if (level === "2") parts.push({ id, text });
      return `<h${level} id="${id}">${inner}</h${level}>`;
    },
  );
  const scrolling = withIds.replace(
    /<(table|pre)>(.*?)<\/\1>/gs,
    (whole, name: keyof typeof WIDE) =>
      `<div class="wide" role="group" aria-label="${WIDE[name]}" tabindex="0">${whole}</div>`,
  );
  return { html: scrolling, parts };
}

function unique(wish: string, taken: Set<string>): string {
  let id = wish;
  for (let number = 2; taken.has(id); number += 1) id = `${wish}-${number}`;
  taken.add(id);
  return id;
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

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
