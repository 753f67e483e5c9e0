import { type FieldValues, useWatch } from "react-hook-form";
import { TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { email, text } from "../../../kit/form/rules.ts";
import { Trap } from "../../../kit/form/trap.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import { HoursField } from "../../../kit/hours/hours-field.tsx";

/** Rules for the fields of every form on this screen. */
export const commonRules = () => ({
  note: text({ max: 500, label: "Note" }),
  email: email("Please enter a valid email address.", false),
});

interface Common extends FieldValues {
  note: string;
  email: string;
  leftEmpty: string;
}

interface CommonProps<V extends Common> {
  form: FormState<V>;
  noteLabel: string;
  noteHint: string;
}

/** A note, an email address for the answer, and the trap. */
export function CommonFields<V extends Common>(props: CommonProps<V>) {
  const { noteLabel, noteHint } = props;
  // Every such form has the three fields; TypeScript can't tell through the type parameter.
  const form = props.form as unknown as FormState<Common>;
  return (
    <>
      <TextArea
        form={form}
        name="note"
        label={noteLabel}
        hint={noteHint}
        optional
        rows={3}
        most={500}
      />
      <TextField
        form={form}
        name="email"
        label="Your email"
        type="email"
        optional
        hint="Only to let you know what we decided. It's never published, and it's deleted after the decision."
        autoComplete="email"
      />
      <Trap {...form.hook.register("leftEmpty")} />
    </>
  );
}

interface WithHours extends FieldValues {
  hoursAs: string;
  hours: string;
}

/** Hours by day, or in words. */
export function HoursChoice<V extends WithHours>(props: { form: FormState<V> }) {
  const form = props.form as unknown as FormState<WithHours>;
  const as = useWatch({ control: form.hook.control, name: "hoursAs" });
  return (
    <>
      <fieldset className="mt-6 flex flex-wrap gap-2">
        <legend className="sr-only">How to enter the hours</legend>
        {(
          [
            ["week", "Hours by day"],
            ["text", "Hours as text"],
          ] as const
        ).map(([value, label]) => (
          <label key={value} className="filter">
            <input type="radio" value={value} {...form.hook.register("hoursAs")} />
            {label}
          </label>
        ))}
      </fieldset>
      {as === "text" ? (
        <TextField
          form={form}
          name="hours"
          label="Hours"
          optional
          hint="Such as: Mon-Fri 7am-5pm, Sat 8am-2pm, closed Sundays."
          autoComplete="off"
        />
      ) : (
        <HoursField form={form} name="week" label="Hours" optional />
      )}
    </>
  );
}
