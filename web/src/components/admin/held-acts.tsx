import { useEffect, useId, useReducer, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { millisUntil } from "../../kit/time.ts";
import { LIST } from "../../ui/list-role.ts";
import { CONTENT } from "./admin-menu.tsx";
import { actsVersion, heldActs, onActs } from "./own-acts.ts";
import { useUndo } from "./use-undo.ts";

/** Milliseconds by which a timer may be early. */
const EARLY = 100;

/**
 * What can be taken back for a while, above the message. An act's own message goes as soon as another one comes; from then on, the
 * act is listed here until its time ends.
 */
export function HeldActs() {
  useSyncExternalStore(onActs, actsVersion);
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  const [place, setPlace] = useState<Element | null>(null);
  const undo = useUndo();
  const id = useId();
  const acts = heldActs();
  const ends = acts[0]?.until;
  useEffect(() => setPlace(document.querySelector(".toasts")), []);
  useEffect(() => {
    if (ends === undefined) return;
    const timer = setTimeout(lookAgain, millisUntil(ends) + EARLY);
    return () => clearTimeout(timer);
  }, [ends]);
  if (!place || acts.length === 0) return null;
  return createPortal(
    <section aria-labelledby={id} className="held-acts">
      <h2 id={id}>Can be taken back</h2>
      <ul {...LIST}>
        {acts.map(({ entry, title }) => (
          <li key={entry}>
            <span className="wrap-anywhere">{title}</span>
            <button
              type="button"
              className="button button-small"
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget);
                void undo(entry, title);
              }}
            >
              Undo<span className="sr-only">{` ${title}`}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>,
    place,
  );
}

/** A line goes when its button is pressed; the focus goes on to the next one, or else to the screen. */
function focusBeside(button: Element) {
  const line = button.closest("li");
  const other = line?.nextElementSibling ?? line?.previousElementSibling;
  const next = other?.querySelector("button") ?? document.getElementById(CONTENT);
  next?.focus({ preventScroll: true });
}
