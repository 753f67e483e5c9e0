import { useRef, useState } from "react";
import { type Question, useConfirm } from "./confirm.tsx";

interface Props {
  /** Reports its own result, also a failure. */
  undo: () => Promise<void>;
  verb?: string;
  busy?: string;
  /** For screen readers, after the verb: "import 12". */
  what?: string;
  /** Asks first. */
  question?: Question;
}

/** Undoes something, once at a time. */
export function UndoButton({
  undo,
  verb = "Undo",
  busy = "Undoing...",
  what = "",
  question,
}: Props) {
  const [dialog, confirm] = useConfirm();
  const isStarted = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    if (isStarted.current || (question && !(await confirm(question)))) return;
    isStarted.current = true;
    setBusy(true);
    try {
      await undo();
    } finally {
      isStarted.current = false;
      setBusy(false);
    }
  };
  return (
    <>
      {question && dialog}
      <button
        type="button"
        className="button button-small"
        aria-disabled={isBusy}
        onClick={() => void start()}
      >
        {isBusy ? busy : verb}
        {what && <span className="sr-only">{` ${what}`}</span>}
      </button>
    </>
  );
}
