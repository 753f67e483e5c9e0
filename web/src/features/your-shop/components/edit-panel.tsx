import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { ShopFields } from "../../../api/your-shop.ts";
import { Compared } from "../../../kit/differences/difference-list.tsx";
import { draftOf } from "../../../kit/form/draft.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import type { Conflict } from "../use-shop-form.ts";
import { labelOf, textOf } from "../words.ts";

interface EditPanelProps {
  shopId: string;
  /** The panel's ID in the document and in its draft. */
  id: string;
  title: string;
  /** The current values. */
  children: ReactNode;
  /** The form, which closes with `close`. */
  edit: (close: () => void) => ReactNode;
}

/** A part of the listing: what visitors see, with the form behind "Edit". */
export function EditPanel({ shopId, id, title, children, edit }: EditPanelProps) {
  // Text restored after a reload or an expired session must not be hidden behind a button.
  const [hadDraft] = useState(() => draftOf(`your-shop-${shopId}-${id}`).read() !== null);
  const [isOpen, setOpen] = useState(hadDraft);
  const wasOpen = useRef(hadDraft);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen && !wasOpen.current)
      box.current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    else if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="card card-text scroll-mt-28">
      <div className="flex items-start justify-between gap-4">
        <h2 id={`${id}-title`} className="font-bold text-xl">
          {title}
        </h2>
        {!isOpen && (
          <button
            ref={button}
            type="button"
            className="button button-small"
            onClick={() => setOpen(true)}
          >
            Edit<span className="sr-only"> {title.toLowerCase()}</span>
          </button>
        )}
      </div>
      {isOpen ? <div ref={box}>{edit(() => setOpen(false))}</div> : children}
    </section>
  );
}

interface PanelFormProps<V extends FieldValues> {
  state: {
    form: FormState<V>;
    conflict: Conflict | null;
    isWaiting: boolean;
    leave: () => void;
    keepTheirs: () => void;
  };
  children: ReactNode;
}

/** A panel's form, with its possible notices. */
export function PanelForm<V extends FieldValues>({ state, children }: PanelFormProps<V>) {
  const { form, conflict, isWaiting, leave, keepTheirs } = state;
  return (
    <Form form={form}>
      {children}
      <div role="alert">
        {conflict && <WhatChanged conflict={conflict} keepTheirs={keepTheirs} />}
      </div>
      <p role="status" className={isWaiting ? "form-note" : ""}>
        {isWaiting &&
          "You're offline. We'll send your change as soon as you're back online. Keep this page open."}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <SubmitButton form={form} busy={isWaiting ? "Waiting for a connection..." : "Saving..."}>
          {conflict ? "Replace it with mine" : "Save"}
        </SubmitButton>
        <button type="button" className="button" onClick={leave}>
          Cancel
        </button>
      </div>
    </Form>
  );
}

interface WhatChangedProps {
  conflict: Conflict;
  keepTheirs: () => void;
}

function WhatChanged({ conflict, keepTheirs }: WhatChangedProps) {
  const { current, fields, wanted } = conflict;
  const text = <F extends keyof ShopFields>(field: F, of: Partial<ShopFields>) =>
    textOf(field, of[field]);
  return (
    <div className="form-failure">
      <p className="font-bold">Someone changed this while you were editing.</p>
      <p className="mt-1">What you typed is still in the form above.</p>
      <div className="differences mt-3">
        <ul>
          {fields.map((field) => (
            <li key={field}>
              <h3>{labelOf(field)}</h3>
              <Compared
                now={text(field, current)}
                suggested={text(field, wanted)}
                titles={["On the page now", "What you typed"]}
              />
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className="button button-small mt-3" onClick={keepTheirs}>
        Keep what's on the page
      </button>
    </div>
  );
}
