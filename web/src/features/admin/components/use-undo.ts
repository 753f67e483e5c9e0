import { useCallback } from "react";
import { call, messageOf, useRefresh } from "../../../kit/api.ts";
import { useSignedIn } from "../../../kit/session.tsx";
import { useToast } from "../../../ui/toast.tsx";

/** Takes an act of the audit log back, and says whether it could. */
export function useUndo() {
  const toast = useToast();
  const refresh = useRefresh();
  const signedIn = useSignedIn();
  return useCallback(
    async (entry: string) => {
      try {
        await signedIn(() => call("post", "/api/admin/audit/{id}/undo", { path: { id: entry } }));
        toast({ title: "Undone" });
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
