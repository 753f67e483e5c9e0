import { useCallback } from "react";
import { ApiError } from "../../api/client.ts";
import { call, messageOf, useRefresh } from "../../kit/api.ts";
import { useSignedIn } from "../../kit/session.tsx";
import { useToast } from "../../ui/toast.tsx";
import { forgetAct, ownActs, rememberAct } from "./own-acts.ts";

/** Undoes an act in the audit log and reports the result, naming what couldn't be undone, such as a sent email. */
export function useUndo() {
  const toast = useToast();
  const refresh = useRefresh();
  const signedIn = useSignedIn();
  return useCallback(
    async (entry: string, title?: string) => {
      try {
        const { notices } = await signedIn(() =>
          call("post", "/api/admin/audit/{id}/undo", { path: { id: entry } }),
        );
        forgetAct(entry);
        const text = notices.join(" ");
        toast({ title: title ? `Undone: ${title}` : "Undone", ...(text ? { text } : {}) });
      } catch (error) {
        // An act that can't be undone any more must not stand before the others.
        if (error instanceof ApiError && error.status < 500 && error.status !== 429)
          forgetAct(entry);
        toast({
          title: title ? `Not undone: ${title}` : "Not undone",
          text: messageOf(error, "Please try again."),
          destructive: true,
        });
      }
      await refresh("/api/");
    },
    [toast, refresh, signedIn],
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
