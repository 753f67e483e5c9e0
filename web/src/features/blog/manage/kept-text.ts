import { attempt } from "../../../kit/attempt.ts";
import { placeOf } from "../../../kit/form/draft.ts";
import type { Version } from "../../../kit/merge/use-merge.ts";
import type { ArticleValues } from "./article-values.ts";

/** Unsaved text, kept on this device so that it survives a closed tab. Each administrator has their own. */
export interface Kept {
  values: ArticleValues;
  /** What it is based on; null for a new article. */
  base: Version<ArticleValues> | null;
}

const KEPT = "article";
/** Text that is based on an older version than the saved one, until someone brings it back or discards it. */
const OLDER = "article-older";

const place = (owner: string, id: string | null) => placeOf(KEPT, owner, id ?? "new");
const olderPlace = (owner: string, id: string) => placeOf(OLDER, owner, id);

const isObject = (kept: unknown): kept is object => typeof kept === "object" && kept !== null;

export function readKept(owner: string, id: string | null): Kept | null {
  const kept = attempt<unknown>(
    () => JSON.parse(localStorage.getItem(place(owner, id)) ?? "null"),
    null,
  );
  if (!isObject(kept) || !("values" in kept)) return null;
  const { values, base, version } = kept as Partial<Kept> & { version?: number | null };
  // Earlier releases kept the number alone: what it was based on is unknown, so nothing counts as unchanged.
  const known = base ?? (version ? { fields: {} as ArticleValues, version } : null);
  return { values: values as ArticleValues, base: known };
}

export const keep = (owner: string, id: string | null, kept: Kept) =>
  attempt(() => localStorage.setItem(place(owner, id), JSON.stringify(kept)), undefined);

export const forget = (owner: string, id: string | null) =>
  attempt(() => localStorage.removeItem(place(owner, id)), undefined);

/** What was set aside for an article, the oldest first. */
export function readOlder(owner: string, id: string): Kept[] {
  const older = attempt<unknown>(
    () => JSON.parse(localStorage.getItem(olderPlace(owner, id)) ?? "[]"),
    [],
  );
  return Array.isArray(older) ? older : [];
}

/** Moves what was kept to a place where typing doesn't replace it. */
export function setAside(owner: string, id: string, kept: Kept) {
  attempt(() => {
    const older = [...readOlder(owner, id), kept];
    localStorage.setItem(olderPlace(owner, id), JSON.stringify(older));
    localStorage.removeItem(place(owner, id));
  }, undefined);
}

/** Removes the first of what was set aside. */
export function forgetOlder(owner: string, id: string) {
  const [, ...rest] = readOlder(owner, id);
  attempt(() => {
    const at = olderPlace(owner, id);
    if (rest.length > 0) localStorage.setItem(at, JSON.stringify(rest));
    else localStorage.removeItem(at);
  }, undefined);
}

/** Earlier releases didn't keep whose text it is: it becomes theirs who opens the article. */
export function adopt(owner: string, id: string | null) {
  attempt(() => {
    for (const kind of [KEPT, OLDER]) {
      const nobodys = placeOf(kind, "", id ?? "new");
      const theirs = placeOf(kind, owner, id ?? "new");
      const text = localStorage.getItem(nobodys);
      if (text === null || localStorage.getItem(theirs) !== null) continue;
      localStorage.setItem(theirs, text);
      localStorage.removeItem(nobodys);
    }
  }, undefined);
}

/** Whether both have the same text. */
export const isSame = (one: ArticleValues, other: ArticleValues) =>
  Object.keys(one).every((name) => one[name] === other[name]);
