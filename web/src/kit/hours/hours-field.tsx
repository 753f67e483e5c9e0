import { Controller, type FieldValues } from "react-hook-form";
import { Field, type FieldProps } from "../form/field.tsx";
import { z } from "../form/rules.ts";
import { HoursEditor } from "./hours-editor.tsx";
import { mistakesOf, type WeekHours, writeHours } from "./week.ts";

/** The rule for a week: its output is in `opening_hours` syntax, "" if nothing is set. */
export function weekRule() {
  return z.pipe(
    z.custom<WeekHours>().check((context) => {
      const [first] = mistakesOf(context.value);
      if (first)
        context.issues.push({ code: "custom", message: first.message, input: context.value });
    }),
    z.transform(writeHours),
  );
}

interface HoursFieldProps<V extends FieldValues> extends FieldProps<V> {
  usual?: { label: string; week: WeekHours } | undefined;
}

/** The weekly editor as a form field. Its value is a `WeekHours`, its rule `weekRule()`. */
export function HoursField<V extends FieldValues>({ usual, ...field }: HoursFieldProps<V>) {
  return (
    <Field {...field} group>
      {(control) => (
        <Controller
          control={field.form.hook.control}
          name={field.name}
          render={({ field: { value, onChange } }) => (
            <HoursEditor
              value={value}
              onChange={onChange}
              showMistakes={control["aria-invalid"]}
              usual={usual}
            />
          )}
        />
      )}
    </Field>
  );
}
