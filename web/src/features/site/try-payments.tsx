import { useState } from "react";
import { call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { text, z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { FileLines } from "./file-lines.tsx";

const schema = z.object({
  secretKey: text({ required: "The secret key is required.", max: 300 }),
  publishableKey: text({ required: "The publishable key is required.", max: 300 }),
});

interface Tried {
  text: string;
  lines: readonly (readonly [string, string])[];
}

/** Asks Stripe for the account of two keys, and shows the lines for the settings file. */
export function TryPayments() {
  const [tried, setTried] = useState<Tried | null>(null);
  const form = useForm({
    id: useFormId("payments"),
    schema,
    initial: { secretKey: "", publishableKey: "" },
    submit: (body) => call("post", "/api/admin/first-start/try-payments", { body }),
    done: ({ text: said }, { secretKey, publishableKey }) =>
      setTried({
        text: said,
        lines: [
          ["stripe_secret_key", secretKey],
          ["stripe_publishable_key", publishableKey],
        ],
      }),
    failed: "The keys couldn't be tried",
  });
  return (
    <Form form={form} label="Try the payment keys">
      <TextField
        form={form}
        name="secretKey"
        label="Secret key"
        type="password"
        hint="From Stripe's dashboard"
        autoComplete="off"
      />
      <TextField form={form} name="publishableKey" label="Publishable key" autoComplete="off" />
      <SubmitButton form={form} busy="Asking...">
        Ask for the account
      </SubmitButton>
      <div role="status">{tried && <FileLines {...tried} />}</div>
    </Form>
  );
}
