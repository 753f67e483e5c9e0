import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";

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

/** A modal dialog. The browser keeps the focus in it, and gives it back to where it was. */
export function Dialog({ open, onClose, title, children, role, describedBy }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    if (!open || !dialog) return;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => dialog.close();
  }, [open]);
  const closeBeside = (event: MouseEvent) => {
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
      {open && (
        <div className="dialog-content">
          <h2 id={id} className="mr-10 font-bold text-2xl leading-tight">
            {title}
          </h2>
          {children}
          <button type="button" className="dialog-close" aria-label="Close" onClick={onClose}>
            ×
          </button>
        </div>
      )}
    </dialog>
  );
}
