import { ShortcutHelp, useShortcuts } from "./shortcuts.tsx";
import { useUndoLast } from "./use-undo.ts";

const ITEMS = "[data-item]";

/** Moves the focus by so many items; from outside the list to its first one. */
function step(by: number) {
  const items = [...document.querySelectorAll<HTMLElement>(ITEMS)];
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = at < 0 ? items[0] : items[Math.min(items.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** Presses the button of the item that has the focus. */
function press(key: string) {
  const item = document.activeElement?.closest(ITEMS);
  item?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click();
}

/** The search field of the screen. */
export function focusSearch() {
  const field = document.querySelector<HTMLInputElement>(
    'input[type="search"], input[name="search"]',
  );
  field?.focus();
  field?.select();
}

/**
 * The keys of a list whose items bear `data-item` and can have the focus. `decides`: their buttons bear `data-key`, `a` to
 * approve and `r` to reject.
 */
export function ListKeys({ decides = false }: { decides?: boolean }) {
  const undo = useUndoLast();
  const shortcuts = useShortcuts({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    ...(decides
      ? ({ a: ["Approve", () => press("a")], r: ["Reject", () => press("r")] } as const)
      : {}),
    u: ["Undo the last decision", () => void undo()],
    "/": ["Search", focusSearch],
  });
  return <ShortcutHelp shortcuts={shortcuts} />;
}
