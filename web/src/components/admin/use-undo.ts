import { useCallback } from "react";
import { ApiError } from "../../api/client.ts";
import { call, messageOf, useRefresh } from "../../kit/api.ts";
import { useSignedIn } from "../../kit/session.tsx";
import { useToast } from "../../ui/toast.tsx";
import { forgetAct, ownActs, rememberAct } from "./own-acts.ts";

/**
 * Undoes an act in the audit log and reports the result, naming what couldn't be undone, such as a sent email. If later acts
 * changed the same facts, it offers to undo them, too.
 */
export function useUndo() {
  const toast = useToast();
  const refresh = useRefresh();
  const signedIn = useSignedIn();
  return useCallback(
    async (entry: string, title?: string) => {
      const undoOne = (id: string) =>
        signedIn(() => call("post", "/api/admin/audit/{id}/undo", { path: { id } }));
      const undoAll = async (entries: string[]) => {
        try {
          const notices: string[] = [];
          for (const id of entries) {
            notices.push(...(await undoOne(id)).notices);
            forgetAct(id);
          }
          const text = notices.join(" ");
          toast({ title: title ? `Undone: ${title}` : "Undone", ...(text ? { text } : {}) });
        } catch (error) {
          // An act that can't be undone any more must not stand before the others.
          if (error instanceof ApiError && error.status < 500 && error.status !== 429)
            forgetAct(entry);
          const later = laterActs(error);
          toast({
            title: title ? `Not undone: ${title}` : "Not undone",
            text: messageOf(error, "Please try again."),
            destructive: true,
            ...(later.length > 0 && entries.length === 1
              ? {
                  action: {
                    text: later.length === 1 ? "Undo both" : `Undo all ${later.length + 1}`,
                    run: () => void undoAll([...later, entry]),
                  },
                }
              : {}),
          });
        }
        await refresh("/api/");
      };
      await undoAll([entry]);
    },
    [toast, refresh, signedIn],
  );
}

/** The acts, newest first, that have to be undone before the one that was refused. */
function laterActs(error: unknown): string[] {
  const details = error instanceof ApiError ? (error.details as { later?: unknown } | null) : null;
  const later = Array.isArray(details?.later) ? details.later : [];
  return later.flatMap((act: { entry?: unknown; canUndo?: unknown }) =>
    typeof act.entry === "string" && act.canUndo === true ? [act.entry] : [],
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

/** Reports success, with an undo action if possible. */
export function useDone() {
  const toast = useToast();
  const undo = useUndo();
  return useCallback(
    (title: string, entry: string | null, text?: string) => {
      const name = text ? `${title}: ${text}` : title;
      if (entry) rememberAct({ entry, title: name });
      toast({
        title,
        ...(text ? { text } : {}),
        ...(entry ? { action: { text: "Undo", run: () => void undo(entry, name) } } : {}),
      });
    },
    [toast, undo],
  );
}
