import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import type { ToastMessage } from "../../../ui/toast.tsx";

/** By the payment's state. */
const MESSAGES: Partial<Record<string, ToastMessage>> = {
  succeeded: {
    title: "Boost Activated!",
    text: "Your coffee shop profile has been boosted successfully. Thank you for supporting local coffee!",
  },
  processing: {
    title: "Your payment is being processed",
    text: "Your bank is taking a while. We'll email you when the boost is active.",
  },
  failed: {
    title: "Payment Failed",
    text: "The payment didn't go through, and nothing was charged.",
    destructive: true,
  },
};

/**
 * Tells someone who returns from the bank's page how the payment went, and removes the parameters from the URL. The
 * server asks the provider, too, so that the page shows the boost without waiting for a webhook. Loaded then.
 */
export async function tellReturn(
  status: string,
  coffeeShopId: string,
  toast: (message: ToastMessage) => void,
  client: QueryClient,
) {
  const message = MESSAGES[status];
  if (!message) return;
  window.history.replaceState(window.history.state, "", window.location.pathname);
  toast(message);
  if (message.destructive) return;
  await call("post", "/api/check-boost", { body: { coffeeShopId } });
  await client.invalidateQueries();
}
