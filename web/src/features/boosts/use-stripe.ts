import { useEffect, useState } from "react";
import type { Site } from "../../api/types.ts";
import { loadStripe, type Stripe } from "./stripe.ts";

export type Provider = "loading" | "unavailable" | Stripe;

/** The payment provider's script, loaded after hydration. */
export function useStripe(payments: NonNullable<Site["payments"]>): Provider {
  const [provider, setProvider] = useState<Provider>("loading");
  const { scriptUrl, publishableKey } = payments;
  useEffect(() => {
    let isWanted = true;
    const show = (next: Provider) => {
      if (isWanted) setProvider(next);
    };
    loadStripe(scriptUrl, publishableKey).then(show, () => show("unavailable"));
    return () => {
      isWanted = false;
    };
  }, [scriptUrl, publishableKey]);
  return provider;
}
