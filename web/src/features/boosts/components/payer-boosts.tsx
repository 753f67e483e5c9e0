import { useEffect, useRef } from "react";
import { ApiError } from "../../../api/client.ts";
import { call, messageOf } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";
import { amountOf } from "../plans.ts";
import type { SubscriptionInfo } from "../use-lookup.ts";
import { Receipt } from "./receipt.tsx";

type Subscription = SubscriptionInfo["subscriptions"][number];

interface Props {
  email: string;
  info: SubscriptionInfo;
  lookUp: (email: string) => Promise<void>;
  /** Back to entering the address. */
  startOver: () => void;
  /** To entering the code that was mailed because the session has ended. */
  askForCode: (email: string) => void;
}

/** What an address pays for, and what can be done about it. */
export function PayerBoosts({ email, info, lookUp, startOver, askForCode }: Props) {
  const toast = useToast();
  const [question, confirm] = useConfirm();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const cancelling = useAction(
    (id: string) =>
      call("post", "/api/cancel-subscription", { body: { email, subscriptionId: id } }),
    {
      done: ({ status, message }) => {
        if (status !== "cancelled") {
          toast({
            title: "Not cancelled yet",
            text: "You're signed out. Enter the code that we've just emailed you, then cancel again.",
            destructive: true,
          });
          askForCode(email);
          return;
        }
        toast({ title: "Subscription Cancelled", text: message });
        void lookUp(email);
      },
      failed: {
        title: "Cancellation Failed",
        text: "Unable to cancel subscription. Please contact support.",
      },
    },
  );
  const cancel = async ({ id, coffeeShop, cancelLabel }: Subscription) => {
    const isMeant = await confirm({
      title: `Cancel the boost for ${coffeeShop.name}?`,
      text: (
        <>
          <p>Are you sure you want to cancel this subscription? This cannot be undone.</p>
          {cancelLabel && <p className="mt-2">{cancelLabel}</p>}
        </>
      ),
      verb: "Cancel subscription",
      keep: "Keep it",
      destructive: true,
    });
    if (isMeant) await cancelling.start(id);
  };

  const openPortal = async () => {
    try {
      const answer = await call("post", "/api/create-customer-portal-session", { body: { email } });
      if ("url" in answer) window.location.assign(answer.url);
      else askForCode(email);
    } catch (error) {
      // The portal isn't set up; the possible actions are on this page.
      if (isNotSetUp(error)) return lookUp(email);
      const text = messageOf(
        error,
        "Unable to access subscription management. Please check your email address.",
      );
      toast({ title: "Error", text, destructive: true });
    }
  };

  const { status, message, customer, subscriptions, oneTimeBoosts } = info;
  const isCustomer = status !== "no_customer";
  return (
    <section aria-labelledby="found" className="max-w-2xl">
      {question}
      <h2 id="found" ref={heading} tabIndex={-1} className="font-bold text-2xl outline-none">
        {message}
      </h2>
      <p className="mt-2 text-soft">
        {customer ? `${customer.name}, ` : ""}
        <span className="wrap-anywhere">{customer?.email ?? email}</span>
      </p>
      <ul className="mt-6 grid gap-5">
        {subscriptions.map((subscription) => (
          <li key={subscription.id}>
            <Receipt
              title={subscription.productName}
              shop={subscription.coffeeShop}
              rows={[
                { name: "Status", value: statusText(subscription.status) },
                { name: "Amount", value: `$${amountOf(subscription.amount)} per month` },
                { name: "Current period ends", value: subscription.currentPeriodEndLabel },
              ]}
              state={subscription.stateLabel}
            >
              {subscription.cancelLabel && (
                <div className="mt-4 grid justify-items-start gap-2">
                  <button
                    type="button"
                    className="button button-danger"
                    aria-disabled={cancelling.busy}
                    aria-label={`Cancel the subscription for ${subscription.coffeeShop.name}`}
                    onClick={() => void cancel(subscription)}
                  >
                    {cancelling.busyWith(subscription.id) ? "Cancelling..." : "Cancel"}
                  </button>
                  <p className="text-[0.9375rem] text-soft">
                    {`If you cancel: ${subscription.cancelLabel}`}
                  </p>
                </div>
              )}
            </Receipt>
          </li>
        ))}
        {oneTimeBoosts.map((boost) => (
          <li key={boost.id}>
            <Receipt
              title={boost.productName}
              shop={boost.coffeeShop}
              rows={[{ name: "Amount", value: `$${amountOf(boost.amount)} once` }]}
              state={boost.stateLabel}
            />
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        {isCustomer && (
          <button type="button" className="button" onClick={() => void openPortal()}>
            Cards and receipts
          </button>
        )}
        <button type="button" className="button" onClick={startOver}>
          Check Different Email
        </button>
      </div>
    </section>
  );
}

/** Stripe's status for people: "past_due" is "Past due". */
function statusText(status: string): string {
  const words = status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isNotSetUp(error: unknown): boolean {
  const words = error instanceof ApiError ? (error.readable ?? "") : "";
  return /permission|configuration|settings/i.test(words);
}
