import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";

interface DialogProps {
  open: boolean;
  /** Asked for by Escape, the cross, or a press beside the dialog. */
  onClose: () => void;
  title: string;
  /** What is said or asked. An element with `data-first-focus` gets the focus, else the first that takes it. */
  children: ReactNode;
  /** "alertdialog" for a question whose answer cannot be taken back. */
  role?: "alertdialog";
  describedBy?: string;
}

/**
 * A modal dialog. The browser keeps the focus in it, and gives it back to where it was. It stands at the document's end, so
 * that a form may open one that holds a form.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? createPortal(<Modal {...rest} />, document.body) : null;
}

function Modal({ onClose, title, children, role, describedBy }: Omit<DialogProps, "open">) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the element leaves the document: closing is what gives the focus back.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => dialog?.close();
  }, []);
  const closeBeside = (event: MouseEvent) => {
    // To React, what is opened from within a form or a card is within it.
    event.stopPropagation();
    if (event.target === box.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key for it is Escape
    <dialog
      ref={box}
      className="dialog"
      aria-labelledby={id}
      aria-describedby={describedBy}
      role={role}
      onClick={closeBeside}
      onCancel={(event) => {
        // A file chooser within it is cancelled with an event of the same name.
        if (event.target !== box.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-content">
        <h2 id={id} className="mr-10 font-bold text-2xl leading-tight">
          {title}
        </h2>
        {children}
        <button type="button" className="dialog-close" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
    </dialog>
  );
}
