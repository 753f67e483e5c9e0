/** An operator's attribution for their tiles; a URL in it becomes the link for the rest. */
export function creditOf(attribution: string): { text: string; href: string | null } {
  const href = /https:\/\/[^\s"'<>]+/.exec(attribution)?.[0] ?? null;
  const text = href ? attribution.replace(href, "").replace(/\s+/g, " ").trim() : attribution;
  return { text: text === "" ? (href ?? "") : text, href };
}
