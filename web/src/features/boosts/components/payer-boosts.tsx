import { useEffect, useRef } from "react";
import {
  type BoostActions,
  SubscriptionButtons,
  useBoostActions,
} from "../../../components/boosts/use-boost-actions.tsx";
import { amountOf } from "../plans.ts";
import type { SubscriptionInfo } from "../use-lookup.ts";
import { NewAddress } from "./new-address.tsx";
import { Receipt } from "./receipt.tsx";

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
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const actions = useBoostActions({
    email,
    changed: () => void lookUp(email),
    askForCode: () => askForCode(email),
    noPortal: () => void lookUp(email),
  });
  const { status, message, customer, subscriptions, oneTimeBoosts } = info;
  const isCustomer = status !== "no_customer";
  // Several boosts may be several customers at Stripe.
  const isOne = subscriptions.length + oneTimeBoosts.length < 2;
  return (
    <section aria-labelledby="found" className="max-w-2xl">
      {actions.question}
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
                { name: "Status", value: statusText(subscription) },
                { name: "Amount", value: `$${amountOf(subscription.amount)} per month` },
                { name: "Current period ends", value: subscription.currentPeriodEndLabel },
              ]}
              state={subscription.stateLabel}
            >
              <SubscriptionButtons subscription={subscription} actions={actions} />
              {!isOne && <PortalButton boost={subscription} actions={actions} />}
              <NewAddress
                email={customer?.email ?? email}
                newEmail={subscription.newAddress}
                subscription={subscription}
                moved={() => void lookUp(email)}
                askForCode={() => askForCode(email)}
              />
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
            >
              {!isOne && <PortalButton boost={boost} actions={actions} />}
            </Receipt>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        {isCustomer && isOne && (
          <button type="button" className="button" onClick={() => void actions.openPortal()}>
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

interface PortalProps {
  boost: { id: string; productName: string; coffeeShop: { name: string } };
  actions: BoostActions;
}

function PortalButton({ boost, actions }: PortalProps) {
  return (
    <button
      type="button"
      className="button mt-4"
      aria-label={`Cards and receipts: ${boost.productName}, ${boost.coffeeShop.name}`}
      onClick={() => void actions.openPortal(boost.id)}
    >
      Cards and receipts
    </button>
  );
}

/** Stripe's status for people: "past_due" is "Past due", and one that doesn't renew is "Canceled" although it still runs. */
function statusText({ status, cancelAtPeriodEnd }: SubscriptionInfo["subscriptions"][number]) {
  const words = cancelAtPeriodEnd ? "canceled" : status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
