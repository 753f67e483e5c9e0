import { type ReactNode, useEffect, useState } from "react";
import { type FieldValues, useWatch } from "react-hook-form";
import { countText } from "../../lib/text.ts";
import { Field, type FieldProps, useMistake } from "./field.tsx";
import { lengthOf } from "./rules.ts";
import { fieldId } from "./use-form.ts";

interface TextProps<V extends FieldValues> extends FieldProps<V> {
  type?: "text" | "email" | "tel" | "url" | "password" | "date" | "number";
  inputMode?: "numeric" | "decimal";
  /** Of a date: the last one that can be chosen. */
  max?: string;
  autoComplete: string;
  /** Whether the browser checks spelling. */
  spellCheck?: boolean;
}

/** Browsers offer no more digits for a year than this one has. The W3C's checker takes a later one for a typo. */
const LAST_DAY = "2999-12-31";

/** A line of text. It has no `maxlength`, which would silently truncate pasted text. */
export function TextField<V extends FieldValues>({
  type = "text",
  inputMode,
  max = LAST_DAY,
  autoComplete,
  spellCheck,
  ...field
}: TextProps<V>) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          {...field.form.hook.register(field.name)}
          type={type}
          inputMode={inputMode}
          max={type === "date" ? max : undefined}
          autoComplete={autoComplete}
          spellCheck={spellCheck}
          autoCapitalize={type === "email" || type === "url" ? "none" : undefined}
          className="field"
        />
      )}
    </Field>
  );
}

interface AreaProps<V extends FieldValues> extends FieldProps<V> {
  rows?: number;
  /** Shows how many of this many characters are left. */
  most?: number;
}

/** Several lines of text. */
export function TextArea<V extends FieldValues>({ rows = 5, most, ...field }: AreaProps<V>) {
  return (
    <Field {...field}>
      {(control) => (
        <>
          <textarea
            {...control}
            {...field.form.hook.register(field.name)}
            rows={rows}
            className="field field-area"
          />
          {most !== undefined && <Counter {...field} most={most} />}
        </>
      )}
    </Field>
  );
}

/** Milliseconds without typing until the count is announced. */
const PAUSE = 1000;

/** The remaining count is always visible; it is announced when it becomes low, and only when typing pauses. */
function Counter<V extends FieldValues>({ form, name, most }: FieldProps<V> & { most: number }) {
  const value: unknown = useWatch({ control: form.hook.control, name });
  const left = most - lengthOf(typeof value === "string" ? value : "");
  const text =
    left < 0 ? `${countText(-left)} characters too many` : `${countText(left)} characters left`;
  const [said, setSaid] = useState("");
  const isLittle = left < most / 5;
  useEffect(() => {
    const timer = setTimeout(() => setSaid(isLittle ? text : ""), PAUSE);
    return () => clearTimeout(timer);
  }, [isLittle, text]);
  return (
    <>
      <p aria-hidden="true" className={`field-count ${left < 0 ? "text-red" : ""}`}>
        {text}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

export interface Choice {
  value: string;
  text: string;
  hint?: string;
}

interface ChoiceProps<V extends FieldValues> extends FieldProps<V> {
  choices: readonly Choice[];
}

/** One of many, from a dropdown list. */
export function SelectField<V extends FieldValues>({ choices, ...field }: ChoiceProps<V>) {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} {...field.form.hook.register(field.name)} className="field">
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** One of a few, all visible. */
export function RadioField<V extends FieldValues>({ choices, ...field }: ChoiceProps<V>) {
  return (
    <Field {...field} group>
      {({ id, ...control }) => (
        <div className="choices">
          {choices.map(({ value, text, hint }) => (
            <label key={value} className="choice">
              <input
                type="radio"
                value={value}
                id={`${id}-${value}`}
                aria-invalid={control["aria-invalid"]}
                {...field.form.hook.register(field.name)}
              />
              <span>
                {text}
                {hint && <span className="field-hint">{hint}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

/** Yes or no, with its label beside it. */
export function CheckboxField<V extends FieldValues>({
  form,
  name,
  label,
  hint,
  className = "",
}: Omit<FieldProps<V>, "hint"> & { hint?: ReactNode }) {
  const mistake = useMistake(form, name);
  const id = fieldId(form.id, name);
  const describedBy = [hint && `${id}-hint`, mistake && `${id}-mistake`].filter(Boolean).join(" ");
  return (
    <div className={`field-block ${mistake ? "field-block-wrong" : ""} ${className}`}>
      {mistake && (
        <p id={`${id}-mistake`} className="field-mistake">
          <strong>Error:</strong> {mistake}
        </p>
      )}
      <label className="choice">
        <input
          type="checkbox"
          id={id}
          aria-describedby={describedBy || undefined}
          aria-invalid={mistake !== null}
          {...form.hook.register(name)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <div id={`${id}-hint`} className="field-hint pl-8">
          {hint}
        </div>
      )}
    </div>
  );
}
