import { useEffect } from "react";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { email, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { recallOwner, rememberOwner } from "../../../kit/known-owner.ts";
import { useToast } from "../../../ui/toast.tsx";

const REQUIRED = "Please enter the email address you used when purchasing your subscription.";

const schema = z.object({ email: email(REQUIRED) });

interface Props {
  lookUp: (email: string) => Promise<void>;
  problem: string;
}

/** Asks for the payer's address. */
export function LookupForm({ lookUp, problem }: Props) {
  const toast = useToast();
  const form = useForm({
    id: "lookup",
    schema,
    initial: { email: "" },
    submit: async ({ email: address }) => {
      rememberOwner({ email: address });
      await lookUp(address);
    },
    mistaken: () => toast({ title: "Email Required", text: REQUIRED, destructive: true }),
    failed: "Unable to check subscriptions for this email address.",
  });
  const { hook } = form;
  useEffect(() => {
    const { email: known } = recallOwner();
    if (known && !hook.getValues("email")) hook.setValue("email", known);
  }, [hook]);
  return (
    <Form form={form} className="max-w-md" label="Find your boosts">
      <TextField
        form={form}
        name="email"
        label="Email address"
        type="email"
        hint="The one you paid with."
        autoComplete="section-owner email"
      />
      {problem && <p className="form-failure">{problem}</p>}
      <div className="mt-5">
        <SubmitButton form={form} busy="Checking...">
          Check Subscriptions
        </SubmitButton>
      </div>
    </Form>
  );
}
