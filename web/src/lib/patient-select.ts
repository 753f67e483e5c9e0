import type { ChangeEvent, FocusEvent, KeyboardEvent } from "react";

/** Selects being changed with the keyboard, and whether the value has changed. */
const keyed = new WeakMap<Element, boolean>();

const ask = (select: HTMLSelectElement) => {
  keyed.delete(select);
  select.form?.requestSubmit();
};

/** A select submits right after a choice; with the keyboard, only when done: on Enter or when leaving the field. */
export const patientSelect = {
  onKeyDown: (event: KeyboardEvent<HTMLSelectElement>) => {
    const select = event.currentTarget;
    if (event.key === "Enter" && keyed.get(select)) {
      event.preventDefault();
      ask(select);
    } else if (event.key.startsWith("Arrow") || event.key.length === 1) {
      keyed.set(select, keyed.get(select) ?? false);
    }
  },
  onPointerDown: (event: { currentTarget: HTMLSelectElement }) => keyed.delete(event.currentTarget),
  onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    if (keyed.has(currentTarget)) keyed.set(currentTarget, true);
    else ask(currentTarget);
  },
  onBlur: ({ currentTarget }: FocusEvent<HTMLSelectElement>) => {
    if (keyed.get(currentTarget)) ask(currentTarget);
    else keyed.delete(currentTarget);
  },
};
