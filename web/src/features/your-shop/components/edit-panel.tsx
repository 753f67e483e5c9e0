import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { ShopFields } from "../../../api/your-shop.ts";
import { useDraftOf } from "../../../kit/form/draft.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import { MergeNotice } from "../../../kit/merge/merge-notice.tsx";
import type { Fields, useMerge } from "../../../kit/merge/use-merge.ts";
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
  const draftOf = useDraftOf();
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

interface PanelFormProps<V extends FieldValues, F extends Fields> {
  state: {
    form: FormState<V>;
    merge: Pick<ReturnType<typeof useMerge<F, unknown, unknown>>, "collision" | "choose">;
    isWaiting: boolean;
    leave: () => void;
  };
  children: ReactNode;
}

/** A panel's form, with its possible notices. */
export function PanelForm<V extends FieldValues, F extends Fields>(props: PanelFormProps<V, F>) {
  const { state, children } = props;
  const { form, merge, isWaiting, leave } = state;
  return (
    <Form form={form}>
      {/* What has the focus isn't below the bar that stays in reach on a phone. */}
      <div className="max-md:[&_:is(input,select,textarea,button)]:scroll-mb-24">{children}</div>
      <MergeNotice
        what="shop"
        collision={merge.collision}
        choose={merge.choose}
        labelOf={labelOf}
        textOf={(field, of) => {
          const name = field as keyof ShopFields;
          return textOf(name, (of as Partial<ShopFields>)[name]);
        }}
      />
      <p role="status" className={isWaiting ? "form-note" : ""}>
        {isWaiting &&
          "You're offline. We'll send your change as soon as you're back online. Keep this page open."}
      </p>
      <div className="mt-5 flex flex-wrap gap-3 max-md:sticky max-md:bottom-0 max-md:z-10 max-md:border-rule max-md:border-t max-md:bg-raised max-md:py-3">
        <SubmitButton form={form} busy={isWaiting ? "Waiting for a connection..." : "Saving..."}>
          Save
        </SubmitButton>
        <button type="button" className="button" onClick={leave}>
          Cancel
        </button>
      </div>
    </Form>
  );
}
