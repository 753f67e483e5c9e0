import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Field, type FieldProps } from "../../kit/form/field.tsx";

/**
 * The field for an authenticator app's code, or a recovery code instead. One text field, so that pasting and autofill work with
 * any separators; the server ignores them.
 */
export function CodeOfApp<V extends FieldValues>({
  form,
  name,
}: Pick<FieldProps<V>, "form" | "name">) {
  const [isRecovery, setRecovery] = useState(false);
  const toggle = () => {
    setRecovery(!isRecovery);
    form.hook.setFocus(name);
  };
  return (
    <>
      <Field
        form={form}
        name={name}
        label={isRecovery ? "Recovery code" : "Code"}
        hint={
          isRecovery
            ? "One of the ten that you kept when you set up the app. Each works once."
            : "The six digits that your authenticator app shows now."
        }
      >
        {(control) => (
          <input
            {...control}
            {...form.hook.register(name)}
            type="text"
            inputMode={isRecovery ? "text" : "numeric"}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className={isRecovery ? "field" : "field code-digits"}
          />
        )}
      </Field>
      <button type="button" className="link mt-3" onClick={toggle}>
        {isRecovery ? "Use the app instead" : "I don’t have my phone: use a recovery code"}
      </button>
    </>
  );
}
