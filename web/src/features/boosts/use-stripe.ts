import { useEffect, useState } from "react";
import type { Site } from "../../api/types.ts";
import { loadStripe, type Stripe } from "./stripe.ts";

export type Provider = "loading" | "unavailable" | Stripe;

/** The payment provider's script, loaded after hydration, and how to try again if it wasn't. */
export function useStripe(payments: NonNullable<Site["payments"]>): [Provider, () => void] {
  const [provider, setProvider] = useState<Provider>("loading");
  const [attempt, setAttempt] = useState(1);
  const { scriptUrl, publishableKey } = payments;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads it again
  useEffect(() => {
    let isWanted = true;
    const show = (next: Provider) => {
      if (isWanted) setProvider(next);
    };
    loadStripe(scriptUrl, publishableKey).then(show, () => show("unavailable"));
    return () => {
      isWanted = false;
    };
  }, [scriptUrl, publishableKey, attempt]);
  const retry = () => {
    setProvider("loading");
    setAttempt(attempt + 1);
  };
  return [provider, retry];
}
