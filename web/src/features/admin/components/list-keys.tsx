import { useEffect } from "react";
import { useUndoLast } from "../../../components/admin/use-undo.ts";
import { ShortcutHelp, useShortcuts } from "./shortcuts.tsx";

const ITEMS = "[data-item]";

const allItems = () => [...document.querySelectorAll<HTMLElement>(ITEMS)];

/** Moves the focus by this many items; from outside the list, to its first one. */
function step(by: number) {
  const items = allItems();
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = at < 0 ? items[0] : items[Math.min(items.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

/** The item that this is in; in a table, the one of its row. */
const itemOf = (element: Element | null) =>
  element?.closest<HTMLElement>(ITEMS) ??
  element?.closest("[data-row]")?.querySelector<HTMLElement>(ITEMS) ??
  null;

/** Presses the button of the focused item. */
function press(key: string) {
  const item = itemOf(document.activeElement);
  (item?.closest("[data-row]") ?? item)?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click();
}

/** When the focused item leaves the list, as after a decision, the focus goes to the one that takes its place. */
function useFocusGoesOn() {
  useEffect(() => {
    let last: { item: HTMLElement; at: number } | null = null;
    const note = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? itemOf(target) : null;
      last = item && { item, at: allItems().indexOf(item) };
    };
    const observer = new MutationObserver(() => {
      if (!last || last.item.isConnected || document.activeElement !== document.body) return;
      const items = allItems();
      (items[last.at] ?? items.at(-1))?.focus();
    });
    document.addEventListener("focusin", note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", note);
      observer.disconnect();
    };
  }, []);
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

interface Props {
  decides?: boolean | Readonly<Record<string, string>>;
  /** Its rows have boxes to select them. */
  selects?: boolean;
  /** The screen has a search field. By default, lists with decisions have none. */
  searches?: boolean;
}

/**
 * Keyboard shortcuts for a list of focusable items with `data-item`. `decides`: their buttons have `data-key`, `a` to
 * approve and `r` to reject, or other keys with their names.
 */
export function ListKeys({ decides, selects = false, searches = !decides }: Props) {
  const undo = useUndoLast();
  useFocusGoesOn();
  const verbs = decides === true ? USUAL : decides || {};
  const presses = Object.entries(verbs).map(
    ([key, name]) => [key, [name, () => press(key)]] as const,
  );
  const shortcuts = useShortcuts({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    ...Object.fromEntries(presses),
    ...(selects ? { x: ["Select", () => press("x")] as const } : {}),
    u: ["Undo the last decision", () => void undo()],
    ...(searches ? { "/": ["Search", focusSearch] as const } : {}),
  });
  return <ShortcutHelp shortcuts={shortcuts} />;
}
