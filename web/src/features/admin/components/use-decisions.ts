import { ApiError } from "../../../api/client.ts";
import { useDone } from "../../../components/admin/use-undo.ts";
import { call } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import type { Question } from "./import-words.ts";

interface Listeners {
  /** The question has changed; `now` is the current one. */
  onStale: (now: Question) => void;
  onDone: () => void;
}

/** The question as it is now, if a decision was refused because it has changed. */
function staleQuestion(error: unknown): Question | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const details: { kind?: unknown; current?: unknown } = error.details ?? {};
  return details.kind === "stale" ? (details.current as Question) : null;
}

/** The decisions about one record. Each shows a message with an undo action. */
export function useDecisions({ id, name, version }: Question, { onStale, onDone }: Listeners) {
  const tell = useChanged();
  const done = useDone();
  const after = (title: string) => (answer: { entry: string | null }) => {
    done(title, answer.entry, name);
    onDone();
    void tell("import", "shop");
  };
  const failed = { title: "Couldn't save the decision", text: "Please try again." };
  const path = { id };
  const checked = async <T>(decision: Promise<T>): Promise<T> => {
    try {
      return await decision;
    } catch (error) {
      const now = staleQuestion(error);
      if (now) onStale(now);
      throw error;
    }
  };
  const body = { version };
  const add = useAction(
    () => checked(call("post", "/api/admin/import-questions/{id}/accept", { path, body })),
    { done: after("Added"), failed },
  );
  const refuse = useAction(
    () => checked(call("post", "/api/admin/import-questions/{id}/refuse", { path, body })),
    { done: after("Left out"), failed },
  );
  const join = useAction(
    ({ shop, facts }: { shop: string; facts?: string[] }) =>
      checked(
        call("post", "/api/admin/import-questions/{id}/same-shop", {
          path,
          body: { shop, version, ...(facts ? { facts } : {}) },
        }),
      ),
    { done: after("Same shop"), failed },
  );
  return { add, refuse, join, isBusy: add.busy || refuse.busy || join.busy };
}
