import { useState } from "react";
import { type Answer, call, useRefresh } from "../../kit/api.ts";
import { CodeEntry } from "../../kit/code-field.tsx";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { email, z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { recallOwner, rememberOwner } from "../../kit/known-owner.ts";

export type SessionAnswer = Answer<"post", "/api/sign-in/code">;

interface OwnerSignInProps {
  done: (session: SessionAnswer) => void;
}

/** Proves an email address with an emailed code (D40). Doesn't reveal whether the address is known. */
export function OwnerSignIn({ done }: OwnerSignInProps) {
  const [address, setAddress] = useState<string | null>(null);
  const refresh = useRefresh();
  if (address === null) return <AddressForm sent={setAddress} />;
  return (
    <CodeEntry
      address={address}
      check={(code) => call("post", "/api/sign-in/code", { body: { email: address, code } })}
      done={(session) => {
        void refresh("/api/");
        done(session);
      }}
      again={() => sendCode(address)}
      other={() => setAddress(null)}
      verb="Sign in"
      busy="Signing in..."
    />
  );
}

const sendCode = (address: string) => call("post", "/api/sign-in", { body: { email: address } });

const schema = z.object({ email: email("Please enter your email address.") });

function AddressForm({ sent }: { sent: (address: string) => void }) {
  const form = useForm({
    id: useFormId("sign-in"),
    schema,
    initial: { email: recallOwner().email },
    submit: async ({ email: address }) => {
      await sendCode(address);
      return address;
    },
    done: (address) => {
      rememberOwner({ email: address });
      sent(address);
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
