import { attempt } from "../../../kit/attempt.ts";
import type { Version } from "../../../kit/merge/use-merge.ts";
import type { ArticleValues } from "./article-values.ts";

/** Unsaved text, kept on this device so that it survives a closed tab. */
export interface Kept {
  values: ArticleValues;
  /** What it is based on; null for a new article. */
  base: Version<ArticleValues> | null;
}

const KEPT = "article:";
/** Text that is based on an older version than the saved one, until someone brings it back or discards it. */
const OLDER = "article-older:";

const place = (id: string | null) => KEPT + (id ?? "new");

const isObject = (kept: unknown): kept is object => typeof kept === "object" && kept !== null;

export function readKept(id: string | null): Kept | null {
  const kept = attempt<unknown>(() => JSON.parse(localStorage.getItem(place(id)) ?? "null"), null);
  if (!isObject(kept) || !("values" in kept)) return null;
  const { values, base, version } = kept as Partial<Kept> & { version?: number | null };
  // Earlier releases kept the number alone: what it was based on is unknown, so nothing counts as unchanged.
  const known = base ?? (version ? { fields: {} as ArticleValues, version } : null);
  return { values: values as ArticleValues, base: known };
}

export const keep = (id: string | null, kept: Kept) =>
  attempt(() => localStorage.setItem(place(id), JSON.stringify(kept)), undefined);

export const forget = (id: string | null) =>
  attempt(() => localStorage.removeItem(place(id)), undefined);

/** What was set aside for an article, the oldest first. */
export function readOlder(id: string): Kept[] {
  const older = attempt<unknown>(() => JSON.parse(localStorage.getItem(OLDER + id) ?? "[]"), []);
  return Array.isArray(older) ? older : [];
}

/** Moves what was kept to a place where typing doesn't replace it. */
export function setAside(id: string, kept: Kept) {
  attempt(() => {
    localStorage.setItem(OLDER + id, JSON.stringify([...readOlder(id), kept]));
    localStorage.removeItem(place(id));
  }, undefined);
}

/** Removes the first of what was set aside. */
export function forgetOlder(id: string) {
  const [, ...rest] = readOlder(id);
  attempt(() => {
    if (rest.length > 0) localStorage.setItem(OLDER + id, JSON.stringify(rest));
    else localStorage.removeItem(OLDER + id);
  }, undefined);
}

/** Whether both have the same text. */
export const isSame = (one: ArticleValues, other: ArticleValues) =>
  Object.keys(one).every((name) => one[name] === other[name]);
