import { type ReactNode, useCallback, useId, useState } from "react";
import { Dialog } from "./dialog.tsx";

export interface Question {
  /** Names the thing: "Delete “The Copper Kettle”?" */
  title: string;
  /** What follows from it. */
  text: ReactNode;
  /** What the button does: "Delete coffee shop". */
  verb: string;
  /** The way back, which has the focus. */
  keep?: string;
  destructive?: boolean;
}

interface Asked extends Question {
  answer: (isYes: boolean) => void;
}

/**
 * Asks before what cannot be undone. Put the first part anywhere on the screen; the second asks, and gives true for yes.
 */
export function useConfirm(): [ReactNode, (question: Question) => Promise<boolean>] {
  const [asked, setAsked] = useState<Asked | null>(null);
  const id = useId();
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        setAsked({
          ...question,
          answer: (isYes) => {
            setAsked(null);
            resolve(isYes);
          },
        });
      }),
    [],
  );
  const close = () => asked?.answer(false);
  const dialog = (
    <Dialog
      open={asked !== null}
      onClose={close}
      title={asked?.title ?? ""}
      role="alertdialog"
      describedBy={id}
    >
      <div id={id} className="mt-3 text-soft">
        {asked?.text}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button" data-first-focus onClick={close}>
          {asked?.keep ?? "Cancel"}
        </button>
        <button
          type="button"
          className={asked?.destructive ? "button button-danger" : "button button-primary"}
          onClick={() => asked?.answer(true)}
        >
          {asked?.verb}
        </button>
      </div>
    </Dialog>
  );
  return [dialog, ask];
}
