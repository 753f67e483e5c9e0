import { useCallback, useRef } from "react";
import { ApiError } from "../../api/client.ts";
import { call } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useUndoing } from "../../kit/use-undoing.ts";
import { useToast } from "../../ui/toast.tsx";
import { forgetAct, ownActs, rememberAct } from "./own-acts.ts";

/**
 * Undoes an act in the audit log and reports the result, naming what couldn't be undone, such as a sent email.
 * `onUndone` is called with the entries of all acts that were undone, once the screens show it.
 */
export function useUndo(onUndone?: (entries: readonly string[]) => void) {
  const tell = useChanged();
  const undoing = useUndoing();
  const latest = useRef(onUndone);
  latest.current = onUndone;
  return useCallback(
    async (entry: string, title?: string) => {
      await undoing({
        title,
        call: (later) =>
          call("post", "/api/admin/audit/{id}/undo", {
            path: { id: entry },
            body: { later: [...later] },
          }),
        done: ({ notices }, later) => {
          const entries = [...later, entry];
          entries.forEach(forgetAct);
          void tell("everything").then(() => latest.current?.(entries));
          return notices.join(" ");
        },
        failed: (error) => {
          // An act that can't be undone any more must not stand before the others.
          if (error instanceof ApiError && error.status < 500 && error.status !== 429)
            forgetAct(entry);
          void tell("everything");
        },
      });
    },
    [undoing, tell],
  );
}

/** Undoes the latest act that was made in this tab and hasn't been undone; never anybody else's. */
export function useUndoLast(onUndone?: (entries: readonly string[]) => void) {
  const toast = useToast();
  const undo = useUndo(onUndone);
  return useCallback(async () => {
    const last = ownActs().at(-1);
    if (last) await undo(last.entry, last.title);
    else toast({ title: "There is nothing to undo", text: "Earlier acts are in the audit log." });
  }, [toast, undo]);
}

/**
 * How long the message about a removed shop stays (ms): its emails aren't sent before, as production has no shorter
 * `decision_mail_seconds`.
 */
export const HELD = 30_000;

/** Reports success, with an undo action if possible, for `duration` ms if not for the usual time. */
export function useDone() {
  const toast = useToast();
  const undo = useUndo();
  return useCallback(
    (title: string, entry: string | null, text?: string, duration?: number) => {
      const name = text ? `${title}: ${text}` : title;
      if (entry) rememberAct({ entry, title: name });
      toast({
        title,
        ...(text ? { text } : {}),
        ...(duration ? { duration } : {}),
        ...(entry ? { action: { text: "Undo", run: () => void undo(entry, name) } } : {}),
      });
    },
    [toast, undo],
  );
}
