import type { ArticleValues } from "./article-values.ts";

/** Unsaved text, kept on this device so that it survives a closed tab. */
interface Kept {
  values: ArticleValues;
  /** The version that it is based on. */
  version: number | null;
}

const place = (id: string | null) => `article:${id ?? "new"}`;

export function readKept(id: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place(id)) ?? "null");
    return typeof kept === "object" && kept !== null && "values" in kept ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

export function keep(id: string | null, kept: Kept) {
  try {
    localStorage.setItem(place(id), JSON.stringify(kept));
  } catch {
    // Without storage, the text is only on the page, and on the server once saved.
  }
}

export function forget(id: string | null) {
  try {
    localStorage.removeItem(place(id));
  } catch {
    // As above.
  }
}

/** Whether both have the same text. */
export const isSame = (one: ArticleValues, other: ArticleValues) =>
  Object.keys(one).every((name) => one[name] === other[name]);
