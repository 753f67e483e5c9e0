import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { Unanswered } from "../../../api/limits.ts";
import { messageOf } from "../../../kit/api.ts";
import type { FormState } from "../../../kit/form/use-form.ts";
import { useSignedIn } from "../../../kit/session.tsx";
import { type ArticleValues, schema } from "./article-values.ts";
import { isSame } from "./kept-text.ts";

/** Milliseconds after the last key. */
const PAUSE = 3000;
/** Milliseconds after which even someone who never pauses is saved. */
const LONGEST = 60_000;
/** Milliseconds before the first attempt after a failure; each further one waits twice as long, up to `LONGEST`. */
const FIRST_RETRY = 2000;

/** Whether another attempt can succeed with the same text: no connection, a server in trouble, too many requests. */
const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

interface Autosave {
  /** Whether these values may be saved automatically. */
  isOn: (values: ArticleValues) => boolean;
  /** Returns what was saved, which may contain others' changes beside these. */
  write: (values: ArticleValues) => Promise<ArticleValues>;
  /** Whether it wasn't saved because someone has to choose first, which the screen says. */
  isUndecided: (error: unknown) => boolean;
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
    let retry: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    let isOver = false;
    const save = () => {
      clearTimeout(pause);
      clearTimeout(longest);
      clearTimeout(retry);
      longest = undefined;
      retry = undefined;
      saving.current = saving.current.then(async () => {
        const values = { ...hook.getValues() };
        const { isOn, write, isUndecided } = latest.current;
        if (!isOn(values) || isSame(values, last.current)) return;
        if (!schema.safeParse(values).success) return;
        setWords("Saving…");
        try {
          last.current = await signedIn(() => write(values));
          failures = 0;
          setWords("Draft saved");
        } catch (error) {
          if (isUndecided(error)) return setWords("Not saved yet. Choose below what to keep.");
          // What may have been saved is found by the next attempt.
          const reason =
            error instanceof Unanswered
              ? "The server didn't answer in time."
              : messageOf(error, "The draft couldn't be saved.");
          if (isOver || !isPassing(error)) return setWords(`Not saved yet. ${reason}`);
          setWords(`Not saved yet. ${reason} We'll keep trying.`);
          clearTimeout(retry);
          retry = setTimeout(save, Math.min(LONGEST, FIRST_RETRY * 2 ** failures));
          failures += 1;
        }
      });
    };
    const { unsubscribe } = hook.watch(() => {
      if (!latest.current.isOn(hook.getValues())) return;
      clearTimeout(pause);
      pause = setTimeout(save, PAUSE);
      longest ??= setTimeout(save, LONGEST);
    });
    const reconnect = () => {
      if (retry !== undefined) save();
    };
    window.addEventListener("online", reconnect);
    return () => {
      isOver = true;
      unsubscribe();
      window.removeEventListener("online", reconnect);
      clearTimeout(retry);
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
