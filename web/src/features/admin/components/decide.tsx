import { type ReactNode, useId } from "react";
import { useDone } from "../../../components/admin/use-undo.ts";
import { type Subject, useChanged } from "../../../kit/subjects.ts";
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
  /** What either decision changes. */
  changes: readonly Subject[];
  approve: Side<undefined>;
  /** Why it can't be approved now. */
  blocked?: string | undefined;
  reject: Side<string>;
  /** How to ask for the reason of a rejection. */
  question: Parameters<ReturnType<typeof useReason>[1]>[0];
}

/** Approves, or rejects with a reason; then reloads the panel's lists. */
function useDecision({ subject, changes, approve, reject, question }: Decision) {
  const done = useDone();
  const tell = useChanged();
  const [dialog, askReason] = useReason();
  const after = (title: string) => (answer: Decided) => {
    done(title, answer.entry, subject);
    void tell(...changes);
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
  const id = useId();
  const whose = <span className="sr-only"> {what}</span>;
  const { blocked } = decision;
  return (
    <>
      {blocked && (
        <p id={id} className="mt-3 font-semibold">
          {blocked}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {dialog}
        <button
          type="button"
          data-key="a"
          className="button button-small button-primary"
          aria-disabled={approval.busy || blocked !== undefined}
          aria-describedby={blocked && id}
          onClick={() => blocked ?? void approval.start(undefined)}
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
    </>
  );
}
