import { Controller, type FieldValues } from "react-hook-form";
import { Field, type FieldProps } from "../form/field.tsx";
import { z } from "../form/rules.ts";
import { HoursEditor } from "./hours-editor.tsx";
import { mistakesOf, type WeekHours, writeHours } from "./week.ts";

/** The rule for a week: it gives text in the syntax of `opening_hours`, "" where nothing is said. */
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

/** The weekly editor as a field of a form. Its value is a `WeekHours`, its rule `weekRule()`. */
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
