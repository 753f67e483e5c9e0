/** An operator's words for their tiles' makers; an address among them becomes the link of the others. */
export function creditOf(attribution: string): { text: string; href: string | null } {
  const href = /https:\/\/[^\s"'<>]+/.exec(attribution)?.[0] ?? null;
  const text = href ? attribution.replace(href, "").replace(/\s+/g, " ").trim() : attribution;
  return { text: text === "" ? (href ?? "") : text, href };
}
