import type { Edit } from "./edits.ts";

/**
 * Makes an edit as if it were typed, so that Ctrl+Z takes it back: a browser forgets what it could undo when a script
 * sets the field's value. Whoever keeps the text hears of it by the `input` event.
 */
export function typeEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit) {
  area.focus();
  area.setSelectionRange(from, to);
  // A field behind another dialog can't have the focus, and the command would go there.
  const isTyped =
    document.activeElement === area &&
    document.execCommand(insert === "" ? "delete" : "insertText", false, insert);
  if (!isTyped) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}
