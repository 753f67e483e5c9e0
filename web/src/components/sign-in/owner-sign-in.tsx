import { useState } from "react";
import { type Answer, call } from "../../kit/api.ts";
import { CodeEntry } from "../../kit/code-field.tsx";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { email, z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { recallOwner, rememberOwner } from "../../kit/known-owner.ts";
import { useChanged } from "../../kit/subjects.ts";

export type SessionAnswer = Answer<"post", "/api/sign-in/code">;

type CodeSent = Answer<"post", "/api/sign-in">;

interface OwnerSignInProps {
  done: (session: SessionAnswer) => void;
}

/** Proves an email address with an emailed code (D40). Doesn't reveal whether the address is known. */
export function OwnerSignIn({ done }: OwnerSignInProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [delay, setDelay] = useState<string | null>(null);
  const tell = useChanged();
  const told = ({ isDelayed, message }: CodeSent) => setDelay(isDelayed ? message : null);
  if (address === null)
    return (
      <AddressForm
        sent={(to, answer) => {
          setAddress(to);
          told(answer);
        }}
      />
    );
  return (
    <>
      {delay && (
        <p className="notice mb-5" role="status">
          {delay}
        </p>
      )}
      <CodeEntry
        address={address}
        check={(code) => call("post", "/api/sign-in/code", { body: { email: address, code } })}
        done={(session) => {
          void tell("everything");
          done(session);
        }}
        again={async () => told(await sendCode(address))}
        other={() => setAddress(null)}
        verb="Sign in"
        busy="Signing in..."
      />
    </>
  );
}

const sendCode = (address: string) => call("post", "/api/sign-in", { body: { email: address } });

const schema = z.object({ email: email("Please enter your email address.") });

function AddressForm({ sent }: { sent: (address: string, answer: CodeSent) => void }) {
  const form = useForm({
    id: useFormId("sign-in"),
    schema,
    initial: { email: recallOwner().email },
    submit: async ({ email: address }) => {
      const answer = await sendCode(address);
      return { address, answer };
    },
    done: ({ address, answer }) => {
      rememberOwner({ email: address });
      sent(address, answer);
    },
    failed: "We couldn't send a code. Please try again.",
  });
  return (
    <Form form={form} className="max-w-md">
      <TextField
        form={form}
        name="email"
        label="Email address"
        type="email"
        hint="The one you listed or claimed your coffee shop with. No password needed."
        autoComplete="section-owner email"
      />
      <div className="mt-5">
        <SubmitButton form={form} busy="Sending...">
          Send me a code
        </SubmitButton>
      </div>
    </Form>
  );
}
