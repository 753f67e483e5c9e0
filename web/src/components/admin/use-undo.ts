import { useCallback } from "react";
import { ApiError } from "../../api/client.ts";
import { call } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useUndoing } from "../../kit/use-undoing.ts";
import { useToast } from "../../ui/toast.tsx";
import { forgetAct, hideAct, ownActs, rememberAct, tellUndone } from "./own-acts.ts";

/** Undoes an act in the audit log and reports the result, naming what couldn't be undone, such as a sent email. */
export function useUndo() {
  const tell = useChanged();
  const undoing = useUndoing();
  return useCallback(
    async (entry: string, title?: string) => {
      const ended = hideAct(entry);
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
          void tell("everything").then(() => tellUndone(entries));
          return notices.join(" ");
        },
        failed: (error) => {
          // An act that can't be undone any more must not stand before the others.
          if (error instanceof ApiError && error.status < 500 && error.status !== 429)
            forgetAct(entry);
          void tell("everything");
        },
      });
      ended();
    },
    [undoing, tell],
  );
}

/** Undoes the latest act that was made in this tab and hasn't been undone; never anybody else's. */
export function useUndoLast() {
  const toast = useToast();
  const undo = useUndo();
  return useCallback(async () => {
    const last = ownActs().at(-1);
    if (last) await undo(last.entry, last.title);
    else toast({ title: "There is nothing to undo", text: "Earlier acts are in the audit log." });
  }, [toast, undo]);
}

/**
 * How long a removed shop is offered to be taken back (ms), by its message or the list of `HeldActs`: its emails aren't sent before,
 * as production has no shorter `decision_mail_seconds`.
 */
export const HELD = 30_000;

/**
 * Reports success, with an undo action if possible: for `held` ms if not for the usual time, and then also listed so long if another
 * message comes.
 */
export function useDone() {
  const toast = useToast();
  const undo = useUndo();
  return useCallback(
    (title: string, entry: string | null, text?: string, held?: number) => {
      const name = text ? `${title}: ${text}` : title;
      toast({
        title,
        ...(text ? { text } : {}),
        ...(held ? { duration: held } : {}),
        ...(entry
          ? {
              action: { text: "Undo", run: () => void undo(entry, name) },
              gone: rememberAct({ entry, title: name }, held),
            }
          : {}),
      });
    },
    [toast, undo],
  );
}
