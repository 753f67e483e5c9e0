import { useCallback } from "react";
import { call, messageOf, useRefresh } from "../../kit/api.ts";
import { useSignedIn } from "../../kit/session.tsx";
import { useToast } from "../../ui/toast.tsx";

/** Undoes an act in the audit log and reports the result, naming what couldn't be undone, such as a sent email. */
export function useUndo() {
  const toast = useToast();
  const refresh = useRefresh();
  const signedIn = useSignedIn();
  return useCallback(
    async (entry: string) => {
      try {
        const { notices } = await signedIn(() =>
          call("post", "/api/admin/audit/{id}/undo", { path: { id: entry } }),
        );
        const text = notices.join(" ");
        toast({ title: "Undone", ...(text ? { text } : {}) });
      } catch (error) {
        toast({
          title: "Not undone",
          text: messageOf(error, "Please try again."),
          destructive: true,
        });
      }
      await refresh("/api/");
    },
    [toast, refresh, signedIn],
  );
}

/** Undoes the administrator's latest act that hasn't been undone. */
export function useUndoLast() {
  const toast = useToast();
  const signedIn = useSignedIn();
  const undo = useUndo();
  return useCallback(async () => {
    try {
      const { entries } = await signedIn(() =>
        call("get", "/api/admin/audit", { query: { actor: "administrator" } }),
      );
      for (const { id, action, isUndone } of entries) {
        if (action === "undo" || isUndone) continue;
        // Some change no rows, such as a test email: they aren't decisions.
        const { changes } = await call("get", "/api/admin/audit/{id}", { path: { id } });
        if (changes.length > 0) return await undo(id);
      }
      toast({ title: "There is nothing to undo" });
    } catch (error) {
      toast({
        title: "Not undone",
        text: messageOf(error, "Please try again."),
        destructive: true,
      });
    }
  }, [toast, signedIn, undo]);
}

/** Reports success, with an undo action if possible. */
export function useDone() {
  const toast = useToast();
  const undo = useUndo();
  return useCallback(
    (title: string, entry: string | null, text?: string) => {
      toast({
        title,
        ...(text ? { text } : {}),
        ...(entry ? { action: { text: "Undo", run: () => void undo(entry) } } : {}),
      });
    },
    [toast, undo],
  );
}
