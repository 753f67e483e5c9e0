import { UndoButton } from "../../kit/undo-button.tsx";
import { useUndo } from "./use-undo.ts";

/** Undoes an entry of the audit log. */
export function UndoEntry({ entry, what }: { entry: string; what?: string }) {
  const undo = useUndo();
  return <UndoButton undo={() => undo(entry)} {...(what ? { what } : {})} />;
}
