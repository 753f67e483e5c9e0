import { ApiError, call } from "../../../api/client.ts";
import { Unanswered } from "../../../api/limits.ts";
import type { Question } from "../../../api/types.ts";
import type { ToastMessage } from "../../../ui/toast.tsx";

/** Sends the answer to a shop's question. Loaded with the first one. */

/** An answer can be taken back for a minute (ms). */
const UNDO = 60_000;

type Tell = (message: ToastMessage) => void;

/** The question's place stays empty (`hide`) for as long as the answer holds. */
export async function answerQuestion(
  slugOrId: string,
  fact: Question["fact"],
  pressed: HTMLElement | null,
  tell: Tell,
  hide: (isHidden: boolean) => void,
) {
  const yes = (pressed as HTMLButtonElement | null)?.value === "yes";
  hide(true);
  try {
    const { id, message } = await call("post", "/api/coffee-shops/{slugOrId}/answers", {
      path: { slugOrId },
      body: { fact, yes },
    });
    const undo = async () => {
      if (id === null) return;
      try {
        const path = { slugOrId, id };
        await call("post", "/api/coffee-shops/{slugOrId}/answers/{id}/undo", { path });
        hide(false);
        tell({ title: "Answer taken back" });
      } catch (error) {
        tell(refusal(error, "Couldn't take it back"));
      }
    };
    const [title = "", ...text] = message.split("! ");
    tell({
      title,
      text: text.join("! "),
      ...(id !== null && { action: { text: "Undo", run: undo }, duration: UNDO }),
    });
  } catch (error) {
    hide(false);
    tell(refusal(error, "Couldn't send your answer"));
  }
}

function refusal(error: unknown, title: string): ToastMessage {
  if (error instanceof Unanswered)
    return {
      title: "No answer from the server",
      text: "It may have been saved. The page tells once it's loaded again.",
      destructive: true,
    };
  const text = (error instanceof ApiError && error.readable) || "Please try again later.";
  return { title, text, destructive: true };
}
