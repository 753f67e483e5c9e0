import { useState } from "react";
import { type Answer, call } from "../../../kit/api.ts";
import { CodeEntry } from "../../../kit/code-field.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";

interface Props {
  /** The address that manages the subscription. */
  email: string;
  /** The one that it has at Stripe, if that is another one and could be read. */
  newEmail: string | null;
  subscription: { id: string; coffeeShop: { name: string } };
  moved: () => void;
  /** The session has ended, and a code was mailed. */
  askForCode: () => void;
}

/** The address that a payer has at Stripe takes over once the code that is sent to it is entered here. */
export function NewAddress({ email, newEmail, subscription, moved, askForCode }: Props) {
  const toast = useToast();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const subscriptionId = subscription.id;
  const send = () =>
    call("post", "/api/send-payer-address-code", { body: { email, subscriptionId } });
  const sent = (answer: Answer<"post", "/api/send-payer-address-code">) =>
    "newEmail" in answer ? setSentTo(answer.newEmail) : askForCode();
  const sending = useAction(send, {
    done: sent,
    failed: { title: "Couldn't send the code", text: "Please try again." },
  });
  // The form for a code that was sent stays, whatever a later list says.
  const shown = sentTo ?? newEmail;
  if (!shown) return null;
  return (
    <div className="mt-4 grid justify-items-start gap-2 border-rule border-t border-dashed pt-3">
      <p>
        At Stripe, the email address of this boost is{" "}
        <strong className="wrap-anywhere">{shown}</strong>. Our emails still come to{" "}
        <span className="wrap-anywhere">{email}</span>, which manages the boost.
      </p>
      {sentTo === null ? (
        <>
          <button
            type="button"
            className="button"
            aria-disabled={sending.busy}
            aria-label={`Use the new address for ${subscription.coffeeShop.name}`}
            onClick={() => void sending.start(undefined)}
          >
            {sending.busy ? "Sending..." : "Use the new address"}
          </button>
          <p className="text-[0.9375rem] text-soft">
            We send a code to it. Once you've entered the code, it gets our emails and manages this
            boost, with what else you bought as the same customer at Stripe. This address doesn't
            any more.
          </p>
        </>
      ) : (
        <CodeEntry
          address={sentTo}
          check={(code) =>
            call("post", "/api/confirm-payer-address", {
              body: { email, subscriptionId, newEmail: sentTo, code },
            })
          }
          done={(answer) => {
            if (!("newEmail" in answer)) return askForCode();
            toast({ title: "Address changed", text: `${answer.newEmail} manages this boost now.` });
            moved();
          }}
          again={async () => sent(await send())}
          verb="Use this address"
          busy="Checking..."
        />
      )}
    </div>
  );
}
