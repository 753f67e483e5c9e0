import { useEffect, useState } from "react";
import { call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { CodeOfApp } from "./code-of-app.tsx";

const schema = z.object({ password: z.string(), code: z.string() });

interface Props {
  /** What the server asks for: "password" or "code". */
  factor: string;
  done: () => void;
}

/** Asks a signed-in administrator for the code or the password again, before what does most harm in the wrong hands (D103). */
export function AdminConfirmation({ factor, done }: Props) {
  const [isCode, setCode] = useState(factor === "code");
  const form = useForm({
    id: useFormId("confirm"),
    schema,
    initial: { password: "", code: "" },
    submit: ({ password, code }) =>
      call("post", "/api/admin/confirm", { body: isCode ? { code } : { password } }),
    done,
    failed: "We couldn't check that. Please try again.",
    isDoor: true,
  });
  const field = isCode ? "code" : "password";
  const { setFocus } = form.hook;
  useEffect(() => setFocus(field), [field, setFocus]);
  const isBlank = form.hook.watch(field).trim() === "";
  const change = () => {
    form.hook.clearErrors();
    setCode(!isCode);
  };
  return (
    <>
      <p className="mt-2 mb-5 text-soft">
        {`This can do a lot of harm in the wrong hands. Enter your ${
          isCode ? "code" : "password"
        } once more; for 15 minutes, nothing asks again in this browser.`}
      </p>
      <Form form={form}>
        {isCode ? (
          <CodeOfApp form={form} name="code" />
        ) : (
          <TextField
            form={form}
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
          />
        )}
        <div className="mt-5 flex flex-wrap items-center gap-3">
          <SubmitButton
            form={form}
            busy="Confirming..."
            blocked={isBlank ? `Enter the ${field} first.` : undefined}
          >
            Confirm
          </SubmitButton>
          {factor === "code" && (
            <button type="button" className="link" onClick={change}>
              {isCode ? "Use my password instead" : "Use a code instead"}
            </button>
          )}
        </div>
      </Form>
    </>
  );
}
