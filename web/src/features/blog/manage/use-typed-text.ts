import { useEffect, useRef, useState } from "react";
import type { useForm } from "../../../kit/form/use-form.ts";
import { slugOf } from "./article-file.ts";
import type { AdminArticle } from "./article-status.tsx";
import { type ArticleValues, valuesOf } from "./article-values.ts";
import { forget, isSame, keep, readKept } from "./kept-text.ts";

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
) {
  const { hook } = form;
  const [isRestored, setRestored] = useState(false);
  const latest = useRef(saved);
  latest.current = saved;
  useEffect(() => {
    const id = latest.current?.id ?? null;
    const kept = readKept(id);
    if (kept && !isSame(start, { ...start, ...kept.values })) {
      hook.reset({ ...start, ...kept.values }, { keepDefaultValues: true });
      setRestored(true);
    }
    const { unsubscribe } = hook.watch((values) => {
      const article = latest.current;
      const typed = { ...start, ...values } as ArticleValues;
      const isSaved = article !== null && isSame(valuesOf(article), typed);
      if (isSaved) forget(article.id);
      else keep(article?.id ?? null, { values: typed, version: article?.version ?? null });
    });
    return unsubscribe;
  }, [hook, start]);
  useEffect(() => {
    // The first save gave the article its own storage key.
    if (saved) forget(null);
  }, [saved]);
  const discard = () => {
    forget(latest.current?.id ?? null);
    hook.reset(start);
    setRestored(false);
  };
  return { isRestored, discard };
}
