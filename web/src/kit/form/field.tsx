import type { ReactNode } from "react";
import { type FieldPath, type FieldValues, get, useFormState } from "react-hook-form";
import { type FormState, fieldId } from "./use-form.ts";

/** Props of every field. */
export interface FieldProps<V extends FieldValues> {
  form: FormState<V>;
  name: FieldPath<V>;
  label: string;
  hint?: ReactNode;
  /** Adds "optional" to the label; the schema decides. */
  optional?: boolean;
  className?: string;
}

/** The attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
}

/** The error of a field, if there is one. */
export function useMistake<V extends FieldValues>(form: FormState<V>, name: FieldPath<V>) {
  const { errors } = useFormState({ control: form.hook.control, name });
  const { message }: { message?: unknown } = get(errors, name) ?? {};
  return typeof message === "string" ? message : null;
}

interface Props<V extends FieldValues> extends FieldProps<V> {
  children: (control: ControlProps) => ReactNode;
  /** The control consists of several: a fieldset with a legend instead of a label. */
  group?: boolean;
}

/** Label, hint, control, error. */
export function Field<V extends FieldValues>({
  form,
  name,
  label,
  hint,
  optional = false,
  className = "",
  group = false,
  children,
}: Props<V>) {
  const mistake = useMistake(form, name);
  const id = fieldId(form.id, name);
  const [hintId, mistakeId] = [`${id}-hint`, `${id}-mistake`];
  const describedBy = [hint && hintId, mistake && mistakeId].filter(Boolean).join(" ") || undefined;
  const control = { id, "aria-describedby": describedBy, "aria-invalid": mistake !== null };
  const words = (
    <>
      {/* The space is for screen readers, which would otherwise join the words. */}
      {`${label} `}
      <span className="field-need">{optional ? "optional" : "required"}</span>
    </>
  );
  const rest = (
    <>
      {hint && (
        <div id={hintId} className="field-hint">
          {hint}
        </div>
      )}
      {mistake && (
        <p id={mistakeId} className="field-mistake">
          <strong>Error:</strong> {mistake}
        </p>
      )}
      {children(control)}
    </>
  );
  const classes = `field-block ${mistake ? "field-block-wrong" : ""} ${className}`;
  if (group)
    return (
      <fieldset id={id} className={classes} aria-describedby={describedBy}>
        <legend className="field-label">{words}</legend>
        {rest}
      </fieldset>
    );
  return (
    <div className={classes}>
      <label htmlFor={id} className="field-label">
        {words}
      </label>
      {rest}
    </div>
  );
}
