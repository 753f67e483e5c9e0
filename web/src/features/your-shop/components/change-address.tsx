import { type ReactNode, useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { type Answer, call } from "../../../kit/api.ts";
import { CodeEntry } from "../../../kit/code-field.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { email, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useToast } from "../../../ui/toast.tsx";
import { dateText } from "../words.ts";

type HandOver = Answer<"get", "/api/coffee-shops/{slugOrId}/ownership/hand-over">;
type Pending = NonNullable<HandOver["pending"]>;

interface Props {
  shop: YourShop;
  /** A change that waits. */
  pending: Pending | null;
  renew: () => void;
  /** The button that cancels it. */
  cancel: ReactNode;
}

/** The owner's email address, and its change: a code goes to the old and to the new one. */
export function ChangeAddress({ shop, pending, renew, cancel }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-6">
      <h3 className="font-semibold text-lg">Change your email address</h3>
      <p className="mt-1 text-soft">
        We email a code to your old address and to the new one. Once both are confirmed, all of your
        coffee shops belong to the new address, and the people who help you stay.
      </p>
      {pending ? (
        <Confirming pending={pending} renew={renew} cancel={cancel} />
      ) : isOpen ? (
        <AddressForm
          shop={shop}
          close={() => {
            setOpen(false);
            renew();
          }}
        />
      ) : (
        <p className="mt-3">
          <button type="button" className="button button-small" onClick={() => setOpen(true)}>
            Use another address
          </button>
        </p>
      )}
    </div>
  );
}

const newAddress = z.object({ email: email("Valid email is required") });

function AddressForm({ shop: { id, slug }, close }: { shop: YourShop; close: () => void }) {
  const form = useForm({
    id: "change-address",
    schema: newAddress,
    initial: { email: "" },
    submit: (body) =>
      call("post", "/api/coffee-shops/{slugOrId}/ownership/change-address", {
        path: { slugOrId: slug },
        body,
      }),
    done: close,
    failed: "The change couldn't be started. Please try again.",
    draft: `your-shop-${id}-address`,
  });
  return (
    <Form form={form} label="Change your email address">
      <TextField
        form={form}
        name="email"
        label="New email address"
        type="email"
        autoComplete="section-new-address email"
      />
      <p className="mt-5 flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Sending...">
          Send both codes
        </SubmitButton>
        <button
          type="button"
          className="button"
          onClick={() => {
            form.startOver();
            close();
          }}
        >
          Cancel
        </button>
      </p>
    </Form>
  );
}

interface ConfirmingProps {
  pending: Pending;
  renew: () => void;
  cancel: ReactNode;
}

/** The old address first: the new one's code signs in as the new one. */
function Confirming({ pending, renew, cancel }: ConfirmingProps) {
  const { id, from, to, ownerConfirmed, ends } = pending;
  const toast = useToast();
  const tell = useChanged();
  const address = ownerConfirmed ? to : from;
  const path = { id };
  return (
    <>
      <p role="status" className="form-note wrap-anywhere">
        {ownerConfirmed
          ? `Your old address is confirmed. Now the code that we emailed to ${to}.`
          : `We emailed a code to ${from} and another one to ${to}. First the one for your old address. The change ends on ${dateText(ends.slice(0, 10))}.`}
      </p>
      <CodeEntry
        key={address}
        address={address}
        verb={ownerConfirmed ? "Confirm the new address" : "Confirm the old address"}
        busy="Checking..."
        check={(code) =>
          call("post", "/api/hand-overs/{id}/confirm", { path, body: { email: address, code } })
        }
        done={({ done }) => {
          if (!done) return renew();
          toast({ title: "Your address has changed", text: `You now sign in as ${to}.` });
          void tell("session", "everything");
        }}
        again={() =>
          call("post", "/api/hand-overs/{id}/resend", { path, body: { email: address } })
        }
      />
      <p className="mt-3">{cancel}</p>
    </>
  );
}
