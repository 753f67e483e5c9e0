import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../kit/api.ts";
import type { FormState } from "../../../kit/form/use-form.ts";
import { useSignedIn } from "../../../kit/session.tsx";
import { type ArticleValues, schema } from "./article-values.ts";
import { isSame } from "./kept-text.ts";

/** Milliseconds after the last key. */
const PAUSE = 3000;
/** Milliseconds after which even someone who never pauses is saved. */
const LONGEST = 60_000;

interface Autosave {
  /** Whether these values may be saved automatically. */
  isOn: (values: ArticleValues) => boolean;
  write: (values: ArticleValues) => Promise<unknown>;
  /** Returns true if it handled the failure. */
  noteConflict: (error: unknown) => boolean;
}

/** Saves a draft while it is being written: one save at a time, and responses never replace what is typed. */
export function useAutosave(form: FormState<ArticleValues>, options: Autosave) {
  const { hook } = form;
  const [words, setWords] = useState("");
  const signedIn = useSignedIn();
  const latest = useRef(options);
  latest.current = options;
  const saving = useRef<Promise<void>>(Promise.resolve());
  const last = useRef<ArticleValues>(hook.getValues());

  useEffect(() => {
    let pause: ReturnType<typeof setTimeout> | undefined;
    let longest: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      clearTimeout(pause);
      clearTimeout(longest);
      longest = undefined;
      saving.current = saving.current.then(async () => {
        const values = { ...hook.getValues() };
        const { isOn, write, noteConflict } = latest.current;
        if (!isOn(values) || isSame(values, last.current)) return;
        if (!schema.safeParse(values).success) return;
        setWords("Saving…");
        try {
          await signedIn(() => write(values));
          last.current = values;
          setWords("Draft saved");
        } catch (error) {
          setWords(noteConflict(error) ? "" : messageOf(error, "The draft couldn't be saved."));
        }
      });
    };
    const { unsubscribe } = hook.watch(() => {
      if (!latest.current.isOn(hook.getValues())) return;
      clearTimeout(pause);
      pause = setTimeout(save, PAUSE);
      longest ??= setTimeout(save, LONGEST);
    });
    return () => {
      unsubscribe();
      clearTimeout(pause);
      clearTimeout(longest);
    };
  }, [hook, signedIn]);

  return {
    words,
    /** Resolves when no save is in progress. */
    settled: () => saving.current,
    /** Marks these values as saved. */
    reset: (values: ArticleValues) => {
      last.current = { ...values };
      setWords("");
    },
  };
}
