import { ShortcutHelp, useShortcuts } from "./shortcuts.tsx";
import { useUndoLast } from "./use-undo.ts";

const ITEMS = "[data-item]";

/** Moves the focus by this many items; from outside the list, to its first one. */
function step(by: number) {
  const items = [...document.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = at < 0 ? items[0] : items[Math.min(items.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Presses the button of the focused item. */
function press(key: string) {
  const item = document.activeElement?.closest(ITEMS);
  item?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click();
}

/** The screen's search field. */
export function focusSearch() {
  const field = document.querySelector<HTMLInputElement>(
    'input[type="search"], input[name="search"]',
  );
  field?.focus();
  field?.select();
}

/** The names of the keys in a list with decisions. */
const USUAL = { a: "Approve", r: "Reject" } as const;

/**
 * Keyboard shortcuts for a list of focusable items with `data-item`. `decides`: their buttons have `data-key`, `a` to
 * approve and `r` to reject, or other keys with their names.
 */
export function ListKeys({ decides }: { decides?: boolean | Readonly<Record<string, string>> }) {
  const undo = useUndoLast();
  const verbs = decides === true ? USUAL : decides || {};
  const presses = Object.entries(verbs).map(
    ([key, name]) => [key, [name, () => press(key)]] as const,
  );
  const shortcuts = useShortcuts({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    ...Object.fromEntries(presses),
    u: ["Undo the last decision", () => void undo()],
    "/": ["Search", focusSearch],
  });
  return <ShortcutHelp shortcuts={shortcuts} />;
}
