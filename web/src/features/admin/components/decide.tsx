import type { ReactNode } from "react";
import { useDone } from "../../../components/admin/use-undo.ts";
import { useRefresh } from "../../../kit/api.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useReason } from "./use-reason.tsx";

interface Decided {
  entry: string | null;
}

interface Side<Input> {
  call: (input: Input) => Promise<Decided>;
  /** The message on success. */
  done: string;
  failed: { title: string; text: string };
}

interface Decision {
  /** What is decided, for the message with the undo action. */
  subject: string;
  approve: Side<undefined>;
  reject: Side<string>;
  /** How to ask for the reason of a rejection. */
  question: { title: string; text: string; verb: string; required: boolean };
}

/** Approves, or rejects with a reason; then reloads the panel's lists. */
function useDecision({ subject, approve, reject, question }: Decision) {
  const done = useDone();
  const refresh = useRefresh();
  const [dialog, askReason] = useReason();
  const after = (title: string) => (answer: Decided) => {
    done(title, answer.entry, subject);
    void refresh("/api/admin/");
  };
  const approval = useAction(approve.call, { done: after(approve.done), failed: approve.failed });
  const rejection = useAction(reject.call, { done: after(reject.done), failed: reject.failed });
  const ask = async () => {
    const reason = await askReason(question);
    if (reason !== null) void rejection.start(reason);
  };
  return { dialog, approval, rejection, ask };
}

/** The two buttons for a pending item. `what` completes their names for screen readers. */
export function Decide({ what, decision }: { what: ReactNode; decision: Decision }) {
  const { dialog, approval, rejection, ask } = useDecision(decision);
  const whose = <span className="sr-only"> {what}</span>;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {dialog}
      <button
        type="button"
        data-key="a"
        className="button button-small button-primary"
        aria-disabled={approval.busy}
        onClick={() => void approval.start(undefined)}
      >
        Approve{whose}
      </button>
      <button
        type="button"
        data-key="r"
        className="button button-small"
        aria-disabled={rejection.busy}
        onClick={() => void ask()}
      >
        Reject{whose}
      </button>
    </div>
  );
}
