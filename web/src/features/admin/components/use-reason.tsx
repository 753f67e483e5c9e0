import { type FormEvent, type ReactNode, useCallback, useId, useRef, useState } from "react";
import { Dialog } from "../../../kit/dialog.tsx";

interface Question {
  title: string;
  text: string;
  verb: string;
  required: boolean;
  /** Reasons that often hold: a press takes one, which can then be edited. */
  prepared?: readonly string[] | undefined;
}

interface Asked extends Question {
  answer: (reason: string | null) => void;
}

/** Maximum characters accepted by the server. */
const MAX_CHARACTERS = 500;

/**
 * Asks for a reason for a rejection; returns it, or null if the person cancels. If the call then fails, the same question
 * finds what was typed again.
 */
export function useReason(): [ReactNode, (question: Question) => Promise<string | null>] {
  const id = useId();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reason, setReason] = useState("");
  const typed = useRef(new Map<string, string>());
  const ask = useCallback(
    (question: Question) =>
      new Promise<string | null>((resolve) => {
        setReason(typed.current.get(question.title) ?? "");
        setAsked({
          ...question,
          answer: (given) => {
            if (given !== null) typed.current.set(question.title, given);
            setAsked(null);
            resolve(given);
          },
        });
      }),
    [],
  );
  const trimmed = reason.trim();
  const isTooLong = [...trimmed].length > MAX_CHARACTERS;
  const isBlocked = isTooLong || (asked?.required === true && trimmed === "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isBlocked) asked?.answer(trimmed);
  };
  const missing = isTooLong
    ? `Please use ${MAX_CHARACTERS} characters or fewer.`
    : "Enter the reason first.";
  const dialog = (
    <Dialog
      open={asked !== null}
      onClose={() => asked?.answer(null)}
      title={asked?.title ?? ""}
      describedBy={`${id}-text`}
    >
      <form onSubmit={submit}>
        <p id={`${id}-text`} className="mt-3 text-soft">
          {asked?.text}
        </p>
        {asked?.prepared && asked.prepared.length > 0 && (
          <fieldset className="mt-3">
            <legend className="text-[0.9375rem] text-soft">Take one of these and edit it</legend>
            <ul className="mt-1 grid gap-1">
              {asked.prepared.map((text) => (
                <li key={text}>
                  <button
                    type="button"
                    className="text-button text-left"
                    onClick={() => setReason(text)}
                  >
                    {text}
                  </button>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <label htmlFor={id} className="field-label mt-4">
          Reason
          <span className="field-need">{asked?.required ? "required" : "optional"}</span>
        </label>
        <textarea
          id={id}
          className="field field-area"
          rows={4}
          value={reason}
          data-first-focus
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <button type="button" className="button" onClick={() => asked?.answer(null)}>
            Cancel
          </button>
          <button type="submit" className="button button-danger" disabled={isBlocked}>
            {asked?.verb}
          </button>
          {isBlocked && <span className="text-[0.9375rem] text-soft">{missing}</span>}
        </div>
      </form>
    </Dialog>
  );
  return [dialog, ask];
}
