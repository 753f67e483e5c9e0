import { type FormEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { type FieldPath, type FieldValues, useFormState } from "react-hook-form";
import { TRAP } from "./trap.tsx";
import { type FormState, fieldId } from "./use-form.ts";

interface FormProps<V extends FieldValues> {
  form: FormState<V>;
  children: ReactNode;
  className?: string;
  /** The form's name, if it has no heading. */
  label?: string;
}

/** The form element: errors in fields are listed above, failures below. Needs a `SubmitButton` among its children. */
export function Form<V extends FieldValues>({ form, children, className, label }: FormProps<V>) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // To React, a form in a dialog is inside the form that opened the dialog.
    event.stopPropagation();
    void form.send();
  };
  return (
    <form
      id={form.id}
      // Never puts typed text into the URL, should the form be submitted before the script runs.
      method="post"
      noValidate
      onSubmit={submit}
      className={className}
      aria-label={label}
    >
      <noscript>
        <p className="form-note mb-4">This form needs JavaScript.</p>
      </noscript>
      <MistakeSummary form={form} />
      {form.isRestored && (
        <p className="form-note">
          {"We kept what you typed. "}
          <button type="button" className="link" onClick={form.startOver}>
            Start over
          </button>
        </p>
      )}
      {children}
      <FailureRegion form={form} />
    </form>
  );
}

interface Mistake {
  id: string;
  message: string;
}

/** After an attempt, a single error's field gets the focus; several are listed first. */
function MistakeSummary<V extends FieldValues>({ form }: { form: FormState<V> }) {
  const { errors } = useFormState({ control: form.hook.control });
  const box = useRef<HTMLDivElement>(null);
  const mistakes = Object.entries(errors).flatMap(([name, error]): Mistake[] => {
    const message = error?.message;
    return typeof message === "string" ? [{ id: fieldId(form.id, name), message }] : [];
  });
  const latest = useRef(mistakes);
  latest.current = mistakes;
  const { attempts } = form;
  useEffect(() => {
    if (attempts === 0) return;
    const [first, second] = latest.current;
    if (first && !second) focusField(first.id);
    else box.current?.focus();
  }, [attempts]);
  const isShown = attempts > 0 && mistakes.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const title = document.title;
    document.title = `Error: ${title}`;
    return () => {
      if (document.title === `Error: ${title}`) document.title = title;
    };
  }, [isShown]);
  if (!isShown || mistakes.length < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields are in it
    <div
      ref={box}
      tabIndex={-1}
      className="mistakes"
      role="group"
      aria-labelledby={`${form.id}-mistakes`}
    >
      <h2 id={`${form.id}-mistakes`} className="font-bold text-lg">
        There is a problem
      </h2>
      <ul className="mt-2 grid gap-1">
        {inOrder(mistakes).map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="text-red underline underline-offset-4"
              onClick={(event) => {
                event.preventDefault();
                focusField(id);
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In the order of the fields on the screen. */
function inOrder(mistakes: Mistake[]): Mistake[] {
  const field = ({ id }: Mistake) => document.getElementById(id);
  return [...mistakes].sort((a, b) => {
    const [one, other] = [field(a), field(b)];
    if (!one || !other) return 0;
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

const FIELD = ":is(input, select, textarea, button)";

/** A group of fields can't get the focus itself, so its first field does, or the first of a wrong part. */
function focusField(id: string) {
  const field = document.getElementById(id);
  const target = field?.matches("fieldset, div")
    ? (field.querySelector<HTMLElement>(`:scope .field-block-wrong ${FIELD}`) ??
      field.querySelector<HTMLElement>(FIELD))
    : field;
  target?.focus();
  target?.scrollIntoView?.({ block: "center" });
}

/** Always present, because assistive technology only announces changes in existing regions. */
function FailureRegion<V extends FieldValues>({ form }: { form: FormState<V> }) {
  const { problem } = form;
  const emptyTrap = () => form.hook.setValue(TRAP as FieldPath<V>, "" as never);
  return (
    <div role="alert">
      {problem && (
        <p className="form-failure">
          {problem.message}
          {problem.requestId && (
            <span className="mt-1 block text-[0.875rem] text-soft">
              {`If this keeps happening, send us this code: ${problem.requestId}`}
            </span>
          )}
        </p>
      )}
      {problem?.canSendAnyway && (
        <button type="submit" className="button mt-3" onClick={emptyTrap}>
          Send it anyway
        </button>
      )}
    </div>
  );
}

interface SubmitProps<V extends FieldValues> {
  form: FormState<V>;
  children: string;
  /** The label while busy: "Listing..." */
  busy: string;
  className?: string;
  /** Why it can't be pressed yet. If absent, it can, and errors are shown after the press. */
  blocked?: string | undefined;
}

/** The submit button. While busy, it keeps the focus and ignores further presses. */
export function SubmitButton<V extends FieldValues>({
  form,
  children,
  busy,
  className = "button button-primary",
  blocked,
}: SubmitProps<V>) {
  const isReady = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return (
    <>
      <button
        type="submit"
        className={className}
        disabled={!isReady || blocked !== undefined}
        aria-disabled={form.busy || undefined}
        aria-describedby={blocked ? `${form.id}-blocked` : undefined}
      >
        {form.busy ? busy : children}
      </button>
      {blocked && (
        <span id={`${form.id}-blocked`} className="text-[0.9375rem] text-soft">
          {blocked}
        </span>
      )}
    </>
  );
}

const subscribeToNothing = () => () => undefined;
