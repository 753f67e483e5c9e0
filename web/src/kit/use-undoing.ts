import { useCallback } from "react";
import { ApiError } from "../api/client.ts";
import { useToast } from "../ui/toast.tsx";
import { messageOf, titleOf } from "./api.ts";
import { useSignedIn } from "./session.tsx";

interface Undoing<Answer> {
  /** What is undone, as the messages call it. */
  title?: string | undefined;
  /** Undoes it together with these later acts, all or none. */
  call: (later: readonly string[]) => Promise<Answer>;
  /** Called once it is undone. Returns what else there is to say. */
  done: (answer: Answer, later: readonly string[]) => string | undefined;
  /** Called when it isn't undone. */
  failed?: (error: unknown) => void;
}

/**
 * Undoes an act and says so. If later acts changed the same, the message names them, and offers to undo all of them
 * together.
 */
export function useUndoing() {
  const toast = useToast();
  const signedIn = useSignedIn();
  return useCallback(
    async <Answer>({ title, call, done, failed }: Undoing<Answer>) => {
      const named = (what: string) => (title ? `${what}: ${title}` : what);
      const run = async (later: readonly string[]) => {
        try {
          const answer = await signedIn(() => call(later));
          const text = done(answer, later);
          toast({ title: named("Undone"), ...(text ? { text } : {}) });
        } catch (error) {
          failed?.(error);
          const known = new Set(later);
          const more = laterActs(error).filter((entry) => !known.has(entry));
          const all = [...more, ...later];
          toast({
            title: titleOf(error, named("Couldn't undo")),
            text: messageOf(error, "Please try again."),
            destructive: true,
            ...(more.length > 0
              ? {
                  action: {
                    text: all.length === 1 ? "Undo both" : `Undo all ${all.length + 1}`,
                    run: () => void run(all),
                  },
                }
              : {}),
          });
        }
      };
      await run([]);
    },
    [toast, signedIn],
  );
}

/** The acts that have to be undone with the one that was refused, if this person may undo all of them. */
function laterActs(error: unknown): string[] {
  const details = error instanceof ApiError ? (error.details as { later?: unknown } | null) : null;
  const later: { entry?: unknown; canUndo?: unknown }[] = Array.isArray(details?.later)
    ? details.later
    : [];
  const entries = later.flatMap(({ entry, canUndo }) =>
    typeof entry === "string" && canUndo === true ? [entry] : [],
  );
  return entries.length === later.length ? entries : [];
}
