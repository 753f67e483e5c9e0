import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { adminPaths } from "../../../components/admin/paths.ts";
import { Dialog } from "../../../kit/dialog.tsx";

/** What a key does, as text and as a function. */
export type Shortcuts = Record<string, readonly [name: string, run: () => unknown]>;

/** Keys that may repeat while they are held down. */
const MOVES = new Set(["j", "k"]);

const KEPT = "admin-shortcuts";

/** Storage may be unavailable; then the keys are on until the page is closed. */
const kept = {
  read() {
    try {
      return localStorage.getItem(KEPT) !== "off";
    } catch {
      return true;
    }
  },
  write(on: boolean) {
    try {
      if (on) localStorage.removeItem(KEPT);
      else localStorage.setItem(KEPT, "off");
    } catch {
      // The choice only applies to this page.
    }
  },
};

/** Whether the person is typing or in a dialog, where a letter is just a letter. */
function isTyping(target: EventTarget | null) {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}

/** Single-key shortcuts for buttons. They are inactive in fields, and can be turned off (WCAG 2.1.4). */
export function useShortcuts(shortcuts: Shortcuts) {
  const [isOn, setOn] = useState(kept.read);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const latest = useRef(shortcuts);
  // Before the browser paints: a key decides about what is on the screen when it goes down.
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "?") {
        event.preventDefault();
        setHelpOpen(true);
        return;
      }
      const [, run] = latest.current[event.key] ?? [];
      if (!run) return;
      event.preventDefault();
      // A key that is held down moves on, but decides once.
      if (!event.repeat || MOVES.has(event.key)) run();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
  const toggle = (on: boolean) => {
    setOn(on);
    kept.write(on);
  };
  return { shortcuts, isOn, toggle, isHelpOpen, setHelpOpen };
}

/** The list of keys, in a dialog with the switch. */
export function ShortcutHelp({ shortcuts: state }: { shortcuts: ReturnType<typeof useShortcuts> }) {
  const { shortcuts, isOn, toggle, isHelpOpen, setHelpOpen } = state;
  return (
    <>
      <p className="mt-6">
        <button type="button" className="button button-small" onClick={() => setHelpOpen(true)}>
          Keyboard shortcuts (?)
        </button>
      </p>
      <Dialog open={isHelpOpen} onClose={() => setHelpOpen(false)} title="Keyboard shortcuts">
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
          {Object.entries({ ...shortcuts, "?": ["Show this list"] as const }).map(
            ([key, [name]]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded border border-line bg-sunk px-2 py-0.5">{key}</kbd>
                </dt>
                <dd>{name}</dd>
              </div>
            ),
          )}
        </dl>
        <p className="mt-4">
          <a className="link" href={adminPaths.keys()}>
            All keys of the panel
          </a>
        </p>
        <label className="choice mt-5">
          <input type="checkbox" checked={isOn} onChange={({ target }) => toggle(target.checked)} />
          <span>Use these keys</span>
        </label>
      </Dialog>
    </>
  );
}
