import { useId } from "react";
import { BULK_FIELDS, type Given } from "./bulk-fields.ts";

interface Props {
  given: Given;
  onGiven: (given: Given) => void;
  /** What is wrong about which field. */
  problems: Readonly<Record<string, string>>;
  busy: boolean;
  onLook: () => void;
}

/** Every field begins as "leave as it is": what isn't touched doesn't change. */
export function BulkForm({ given, onGiven, problems, busy, onLook }: Props) {
  const isNothing = Object.keys(given).length === 0;
  return (
    <form
      className="max-w-text"
      aria-label="Changes"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !isNothing) onLook();
      }}
    >
      <p className="mb-5 text-soft">
        Blank fields stay as they are. You see every change before anything is saved.
      </p>
      {BULK_FIELDS.map(({ name, label, choices, hint }) => (
        <FieldRow
          key={name}
          label={label}
          hint={hint}
          choices={choices}
          value={given[name]}
          problem={problems[name]}
          onValue={(value) => {
            const { [name]: _, ...others } = given;
            onGiven(value === undefined ? others : { ...others, [name]: value });
          }}
        />
      ))}
      <button type="submit" className="button button-primary mt-4" disabled={isNothing}>
        {busy ? "Looking…" : "Show changes"}
      </button>
      {isNothing && <p className="mt-2 text-[0.9375rem] text-soft">Choose a field to change.</p>}
    </form>
  );
}

interface RowProps {
  label: string;
  hint: string | undefined;
  choices: readonly (readonly [value: string, text: string])[] | undefined;
  /** Absent: it stays as it is. Empty text clears it. */
  value: string | undefined;
  problem: string | undefined;
  onValue: (value: string | undefined) => void;
}

/** The value of a select that leaves the field alone. */
const LEAVE = "leave";

function FieldRow({ label, hint, choices, value, problem, onValue }: RowProps) {
  const id = useId();
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const control = {
    id,
    className: "field",
    "aria-invalid": problem !== undefined,
    "aria-describedby": described || undefined,
  };
  return (
    <div className="field-block">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="field-mistake">
          <strong>Error:</strong> {problem}
        </p>
      )}
      {choices ? (
        <select
          {...control}
          value={value ?? LEAVE}
          onChange={({ target }) => onValue(target.value === LEAVE ? undefined : target.value)}
        >
          <option value={LEAVE}>Leave as it is</option>
          {choices.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <input
            {...control}
            className="field min-w-0 flex-1 basis-60"
            autoComplete="off"
            value={value ?? ""}
            disabled={value === ""}
            onChange={({ target }) => onValue(target.value || undefined)}
          />
          <label className="choice">
            <input
              type="checkbox"
              checked={value === ""}
              onChange={({ target }) => onValue(target.checked ? "" : undefined)}
            />
            <span>
              Clear<span className="sr-only"> {label}</span>
            </span>
          </label>
        </div>
      )}
    </div>
  );
}
