import { type ReactNode, useCallback, useId, useState } from "react";
import { Dialog } from "./dialog.tsx";

export interface Question {
  /** Names the object: "Delete “The Copper Kettle”?" */
  title: string;
  /** The consequences. */
  text: ReactNode;
  /** The button's action: "Delete coffee shop". */
  verb: string;
  /** The cancel button, which has the focus. */
  keep?: string;
  destructive?: boolean;
}

interface Asked extends Question {
  answer: (isYes: boolean) => void;
}

/**
 * Asks for confirmation of irreversible actions. Render the first element anywhere on the screen; the function asks and
 * resolves to `true` for yes.
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
