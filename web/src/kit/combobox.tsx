import { type KeyboardEvent, useEffect, useId, useState } from "react";
import type { ControlProps } from "./form/field.tsx";

export interface Option {
  value: string;
  text: string;
  /** A second line, such as a shop's town. */
  hint?: string;
}

interface ComboboxProps {
  /** Accessible name of the list. */
  label: string;
  /** The text in the box. */
  text: string;
  onText: (text: string) => void;
  onChoose: (option: Option) => void;
  /** The options for a text; called when typing pauses. Results for an earlier text are never shown. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** Minimum length of the text, exclusive. */
  above?: number;
  control?: Partial<ControlProps>;
  placeholder?: string;
  /** The field's name in the surrounding form. */
  name?: string;
  /** Announced if nothing matches. */
  none?: string;
}

/** Milliseconds without typing before options are requested. */
const PAUSE = 150;

interface Found {
  text: string;
  options: readonly Option[];
}

/** A text box with options below it (ARIA combobox with a listbox). */
export function Combobox({
  label,
  text,
  onText,
  onChoose,
  find,
  above = 1,
  control = {},
  placeholder,
  name,
  none = "Nothing found",
}: ComboboxProps) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const sought = text.trim();
  const found = useFound(sought, find, open && sought.length > above);
  const options = open ? (found?.options ?? []) : [];
  const current = options[active];
  const optionId = (index: number) => `${listId}-${index}`;

  const choose = (option: Option) => {
    setOpen(false);
    setActive(-1);
    onChoose(option);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if (event.key === "Enter" && current) {
      event.preventDefault();
      choose(current);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      // One more position than options: between the last and the first, none is active.
      const places = options.length + 1;
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(((active + 1 + step + places) % places) - 1);
    }
  };
  // It stays when the box is left: what is below must not move under a press that leaves it.
  const isNone = found !== null && found.options.length === 0;
  return (
    <div className="combobox">
      <input
        {...control}
        type="text"
        name={name}
        className="field"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={current ? optionId(active) : undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={press}
        onBlur={() => setOpen(false)}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        className="combobox-list"
        hidden={options.length === 0}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the combobox's (ARIA pattern)
          <div
            key={option.value}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="combobox-option"
            // Keeps the focus in the box, so that the list is still open when the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.text}
            {option.hint && <span className="combobox-hint">{option.hint}</span>}
          </div>
        ))}
      </div>
      {isNone && <p className="mt-2 text-[0.9375rem] text-soft">{none}</p>}
      <p role="status" className="sr-only">
        {isNone ? none : countOf(options.length)}
      </p>
    </div>
  );
}

function countOf(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 option" : `${count} options`;
}

/** The options for the current text, asked for while `wanted`; never those of an earlier one. */
function useFound(text: string, find: ComboboxProps["find"], wanted: boolean): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const options = await find(text, asking.signal).catch(() => null);
      if (options && !asking.signal.aborted) setFound({ text, options });
    }, PAUSE);
    return () => {
      asking.abort();
      clearTimeout(timer);
    };
  }, [text, find, wanted]);
  return found?.text === text ? found : null;
}
