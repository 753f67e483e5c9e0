import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";

interface DialogProps {
  open: boolean;
  /** Called for Escape, the close button, or a click outside the dialog. */
  onClose: () => void;
  title: string;
  /** The content. An element with `data-first-focus` gets the focus, else the first focusable one. */
  children: ReactNode;
  /** "alertdialog" for the confirmation of an irreversible action. */
  role?: "alertdialog";
  describedBy?: string;
}

/**
 * A modal dialog. The browser traps the focus and restores it afterwards. It is rendered at the end of the document, so
 * that a form can open a dialog that contains a form.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? createPortal(<Modal {...rest} />, document.body) : null;
}

function Modal({ onClose, title, children, role, describedBy }: Omit<DialogProps, "open">) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Before the element leaves the document, because closing is what restores the focus.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => dialog?.close();
  }, []);
  const closeBeside = (event: MouseEvent) => {
    // React events bubble from the dialog into the form or card that opened it.
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
        // Canceling a file chooser inside fires an event of the same name.
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
