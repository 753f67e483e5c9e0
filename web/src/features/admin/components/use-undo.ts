import { useCallback } from "react";
import { call, messageOf, useRefresh } from "../../../kit/api.ts";
import { useSignedIn } from "../../../kit/session.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** Takes an act of the audit log back, and says whether it could; what could not be undone, such as a sent mail, is named. */
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

/** Takes the administrator's last act back that is not undone yet. */
export function useUndoLast() {
  const toast = useToast();
  const signedIn = useSignedIn();
  const undo = useUndo();
  return useCallback(async () => {
    try {
      const { entries } = await signedIn(() =>
        call("get", "/api/admin/audit", { query: { actor: "administrator" } }),
      );
      const last = entries.find(({ action, isUndone }) => action !== "undo" && !isUndone);
      if (last) await undo(last.id);
      else toast({ title: "There is nothing to undo" });
    } catch (error) {
      toast({
        title: "Not undone",
        text: messageOf(error, "Please try again."),
        destructive: true,
      });
    }
  }, [toast, signedIn, undo]);
}

/** Says that something is done, with a way back where there is one. */
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
