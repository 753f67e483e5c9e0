import { useCallback, useState } from "react";
import { type FieldPath, type FieldPathValue, type FieldValues, useWatch } from "react-hook-form";
import { Icon } from "../../ui/icon.tsx";
import { Combobox, type Option } from "../combobox.tsx";
import { CATEGORIES, categoriesOf, MAX_CATEGORIES } from "./categories.ts";
import { Field } from "./field.tsx";
import { type FormState, fieldId } from "./use-form.ts";

/** Up to six kinds of place: found by typing, or in one's own words. The form's value has one per line. */
export function CategoriesField<V extends FieldValues>({ form }: { form: FormState<V> }) {
  const name = "categories" as FieldPath<V>;
  const value: unknown = useWatch({ control: form.hook.control, name });
  const chosen = categoriesOf(typeof value === "string" ? value : "");
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const set = (next: readonly string[]) =>
    form.hook.setValue(name, next.join("\n") as FieldPathValue<V, FieldPath<V>>, {
      shouldDirty: true,
      shouldValidate: form.attempts > 0,
    });
  const taken = chosen.join("\n");
  const find = useCallback((typed: string) => Promise.resolve(options(typed, taken)), [taken]);
  const isFull = chosen.length >= MAX_CATEGORIES;
  const choose = (category: string) => {
    setText("");
    if (isFull) return;
    set(categoriesOf([...chosen, category].join("\n")));
    setSaid(`${category} added`);
  };
  return (
    <Field
      form={form}
      name={name}
      label="Categories"
      hint={isFull ? "That’s all six. Remove one to choose another." : "Type to search, up to six."}
      optional
    >
      {(control) => (
        <>
          {chosen.length > 0 && (
            <ul aria-label="Chosen categories" className="mb-2 flex flex-wrap gap-2">
              {chosen.map((category) => (
                <li key={category}>
                  <button
                    type="button"
                    className="filter"
                    onClick={() => {
                      set(chosen.filter((other) => other !== category));
                      setSaid(`${category} removed`);
                      document.getElementById(fieldId(form.id, name))?.focus();
                    }}
                  >
                    <span className="sr-only">Remove</span> {category}
                    <Icon name="close" className="size-4" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter is the box's inside, which takes an active option itself */}
          <div
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.defaultPrevented || text.trim() === "") return;
              // It adds what was typed, rather than sending the form without it.
              event.preventDefault();
              choose(listed(text));
            }}
          >
            <Combobox
              label="Categories"
              text={text}
              onText={setText}
              onChoose={({ value }) => choose(value)}
              find={find}
              above={0}
              control={control}
              none="Nothing found"
            />
          </div>
          <p role="status" className="sr-only">
            {said}
          </p>
        </>
      )}
    </Field>
  );
}

/** The category as the list writes it, or else in one's own words. */
function listed(typed: string): string {
  const sought = typed.trim().toLowerCase();
  return CATEGORIES.find((category) => category.toLowerCase() === sought) ?? typed.trim();
}

/** Those with a word that begins so, then one's own words. */
function options(typed: string, taken: string): readonly Option[] {
  const sought = typed.toLowerCase();
  const chosen = categoriesOf(taken).map((category) => category.toLowerCase());
  const isFree = (category: string) => !chosen.includes(category.toLowerCase());
  const begins = (category: string) =>
    category
      .toLowerCase()
      .split(/[\s/-]+/)
      .some((_, index, words) => words.slice(index).join(" ").startsWith(sought));
  const found = CATEGORIES.filter((category) => begins(category) && isFree(category));
  const isListed = CATEGORIES.some((category) => category.toLowerCase() === sought);
  const own = !isListed && isFree(typed) ? [{ value: typed, text: `Add “${typed}”` }] : [];
  return [...found.slice(0, 8).map((text) => ({ value: text, text })), ...own];
}
