/** What somebody entered about a shop that is listed already, in this tab: the form for claiming it starts with it. */
export interface ListedWords {
  phone: string;
  description: string;
}

const PLACE = "listed-words";

/** For the form that claims one of the shops with these slugs. */
export function rememberWords(slugs: string[], words: ListedWords) {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify({ slugs, ...words }));
  } catch {
    // Without storage, they are asked again.
  }
}

export function recallWords(slug: string): ListedWords {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? "{}");
    const { slugs, phone, description } = (kept ?? {}) as Record<string, unknown>;
    const isAbout = Array.isArray(slugs) && slugs.includes(slug);
    return { phone: textOf(isAbout && phone), description: textOf(isAbout && description) };
  } catch {
    return { phone: "", description: "" };
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
