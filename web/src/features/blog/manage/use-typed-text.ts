import { useContext, useEffect, useRef, useState } from "react";
import { DraftOwner } from "../../../kit/form/draft.ts";
import type { useForm } from "../../../kit/form/use-form.ts";
import { isSameValue } from "../../../kit/merge/three-way.ts";
import type { Version } from "../../../kit/merge/use-merge.ts";
import { slugOf } from "./article-file.ts";
import type { AdminArticle } from "./article-status.tsx";
import { type ArticleValues, valuesOf } from "./article-values.ts";
import {
  adopt,
  forget,
  forgetOlder,
  isSame,
  type Kept,
  keep,
  readKept,
  readOlder,
  setAside,
} from "./kept-text.ts";

/** A new article's slug follows its title until someone edits the slug. */
export function useSlugOfTitle(
  form: ReturnType<typeof useForm<ArticleValues, unknown, unknown>>,
  isNew: boolean,
) {
  const { hook } = form;
  useEffect(() => {
    if (!isNew) return;
    let last = slugOf(hook.getValues("title"));
    const { unsubscribe } = hook.watch((values, { name }) => {
      if (name !== "title") return;
      const next = slugOf(values.title ?? "");
      const present = hook.getValues("slug");
      if (present === "" || present === last) hook.setValue("slug", next);
      last = next;
    });
    return unsubscribe;
  }, [hook, isNew]);
}

/** Keeps what is typed on this device until it is saved, and restores it. */
export function useKeptText(
  form: ReturnType<typeof useForm<ArticleValues, unknown, unknown>>,
  saved: AdminArticle | null,
  start: ArticleValues,
  base: { current: Version<ArticleValues> | null },
) {
  const { hook } = form;
  const owner = useContext(DraftOwner);
  const [isRestored, setRestored] = useState(false);
  const [older, setOlder] = useState<Kept | null>(null);
  const latest = useRef(saved);
  latest.current = saved;
  useEffect(() => {
    const article = latest.current;
    const id = article?.id ?? null;
    adopt(owner, id);
    const kept = readKept(owner, id);
    if (kept && !isSame(start, { ...start, ...kept.values })) {
      if (id === null || kept.base?.version === article?.version) {
        hook.reset({ ...start, ...kept.values }, { keepDefaultValues: true });
        setRestored(true);
      } else setAside(owner, id, kept);
    }
    if (id !== null) setOlder(readOlder(owner, id)[0] ?? null);
    const { unsubscribe } = hook.watch((values) => {
      const now = latest.current;
      const typed = { ...start, ...values } as ArticleValues;
      if (isSame(now ? valuesOf(now) : start, typed)) forget(owner, now?.id ?? null);
      else keep(owner, now?.id ?? null, { values: typed, base: base.current });
    });
    return unsubscribe;
  }, [hook, start, base, owner]);
  const wasNew = useRef(saved === null);
  const isOwn = wasNew.current && saved !== null;
  useEffect(() => {
    // The first save gave the article its own storage key. What waits there otherwise is another article.
    if (isOwn) forget(owner, null);
  }, [isOwn, owner]);
  /** After a save of these values: what was typed meanwhile is kept, over the version that the save made. */
  const settle = (id: string, values: ArticleValues) => {
    const typed = hook.getValues();
    const isAll = Object.keys(values).every((name) => isSameValue(values[name], typed[name]));
    if (isAll) forget(owner, id);
    else keep(owner, id, { values: typed, base: base.current });
  };
  const discard = () => {
    hook.reset(start);
    setRestored(false);
  };
  const discardOlder = () => {
    const id = latest.current?.id;
    if (!id) return;
    forgetOlder(owner, id);
    setOlder(readOlder(owner, id)[0] ?? null);
  };
  /** Puts the changes into the form, based on what they were typed over: saving then asks about collisions. */
  const bringBack = () => {
    if (!older?.base) return;
    const { fields } = older.base;
    base.current = older.base;
    for (const [name, value] of Object.entries(older.values))
      if (value !== fields[name]) hook.setValue(name, value, { shouldDirty: true });
    discardOlder();
  };
  return { isRestored, discard, older, bringBack, discardOlder, settle };
}
