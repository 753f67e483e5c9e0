import { useState } from "react";
import { useUndo } from "../../../components/admin/use-undo.ts";

/** Takes back what was added. */
export function UndoButton({ entry, what }: { entry: string; what: string }) {
  const undo = useUndo();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    if (busy) return;
    setBusy(true);
    await undo(entry);
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="button button-small"
      aria-disabled={busy}
      onClick={() => void start()}
    >
      Undo<span className="sr-only">{`: ${what}`}</span>
    </button>
  );
}
