import { useEffect, useRef, useState } from "react";
import { appearanceNow, type Elements, type Stripe } from "../stripe.ts";
import type { Payer } from "../use-checkout.ts";

/** Milliseconds after which a form that the provider hasn't shown counts as unavailable: a slow phone needs most of it. */
const PATIENCE = 60_000;

interface Props {
  stripe: Stripe;
  clientSecret: string;
  payer: Payer;
  /** Receives the elements for confirming the payment once the form is ready, and `null` when it is gone. */
  onReady: (elements: Elements | null) => void;
  onUnavailable: () => void;
}

/** The provider's own form: card numbers never reach this page. */
export function CardForm({ stripe, clientSecret, payer, onReady, onUnavailable }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [isReady, setReady] = useState(false);
  const latest = useRef({ payer, onReady, onUnavailable });
  latest.current = { payer, onReady, onUnavailable };

  useEffect(() => {
    const target = box.current;
    if (!target) return;
    setReady(false);
    const made = stripe.elements({ clientSecret, appearance: appearanceNow() });
    const { userName, userEmail } = latest.current.payer;
    const form = made.create("payment", {
      layout: "tabs",
      defaultValues: { billingDetails: { name: userName, email: userEmail } },
    });
    const timer = setTimeout(() => latest.current.onUnavailable(), PATIENCE);
    form.on("ready", () => {
      clearTimeout(timer);
      setReady(true);
      latest.current.onReady(made);
    });
    form.on("loaderror", () => {
      clearTimeout(timer);
      latest.current.onUnavailable();
    });
    form.mount(target);
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    const repaint = () => made.update({ appearance: appearanceNow() });
    scheme.addEventListener("change", repaint);
    return () => {
      clearTimeout(timer);
      scheme.removeEventListener("change", repaint);
      latest.current.onReady(null);
      form.destroy();
    };
  }, [stripe, clientSecret]);

  return (
    <div className="mt-5">
      {/* Reserves its height, so that nothing jumps. */}
      <div ref={box} className="min-h-72" aria-busy={!isReady} />
      <p role="status" className="sr-only">
        {isReady ? "The card form is ready." : "Loading the card form…"}
      </p>
    </div>
  );
}
