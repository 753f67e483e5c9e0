import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { call } from "../../kit/api.ts";
import { Combobox, type Option } from "../../kit/combobox.tsx";
import { Field } from "../../kit/form/field.tsx";
import type { FormState } from "../../kit/form/use-form.ts";
import { plural } from "../../lib/text.ts";

/** The form's values: what is typed, which is a name that was chosen from the list, or a slug. */
export interface Place {
  slug: string;
}

interface Props {
  form: FormState<Place>;
  label: string;
  /** The options, whose values are slugs. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  none: string;
  /** Notes which slug a name stands for. */
  chosen: (option: Option) => void;
}

/** Finds a town or a shop by name. Who knows its slug may type that. */
export function PlaceField({ form, label, find, none, chosen }: Props) {
  const text = useWatch({ control: form.hook.control, name: "slug" });
  const set = (value: string) =>
    form.hook.setValue("slug", value, { shouldDirty: true, shouldValidate: value !== "" });
  return (
    <Field form={form} name="slug" label={label} hint="Type its name and choose it from the list.">
      {(control) => (
        <Combobox
          label={none === "No cities found" ? "Cities" : "Coffee shops"}
          text={text}
          onText={set}
          onChoose={(option) => {
            chosen(option);
            set(option.text);
          }}
          find={find}
          none={none}
          control={control}
        />
      )}
    </Field>
  );
}

/** Knows the slugs of the names that were chosen; anything else is a slug itself. */
export function useSlugs() {
  const slugs = useRef(new Map<string, string>());
  return {
    note: ({ text, value }: Option) => slugs.current.set(text, value),
    of: (typed: string) => slugs.current.get(typed) ?? typed,
  };
}

export async function findCities(search: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { cities } = await call("get", "/api/admin/cities", {
    query: { search, pageSize: 10 },
    signal,
  });
  return cities.map(({ slug, name, state, coffeeShopCount }) => ({
    value: slug,
    text: `${name}, ${state}`,
    hint: plural(coffeeShopCount, "shop"),
  }));
}

export async function findShops(search: string, signal: AbortSignal): Promise<readonly Option[]> {
  const { shops } = await call("get", "/api/admin/coffee-shops", {
    query: { search, pageSize: 10 },
    signal,
  });
  return shops
    .filter(({ isDeleted }) => !isDeleted)
    .map(({ slug, name, address }) => ({ value: slug, text: name, hint: address }));
}
