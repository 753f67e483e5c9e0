import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sendJson } from "../../../api/client.ts";
import { type ToastMessage, useToast } from "../../../ui/toast.tsx";

const MESSAGES: Record<string, ToastMessage> = {
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
 * Tells a visitor returning from the bank's page how the payment went, once; then removes the parameters from the URL.
 * The server asks the provider, too, so that the page shows the boost without waiting for a webhook.
 */
export function usePaymentReturn(shopId: string) {
  const toast = useToast();
  const client = useQueryClient();
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    const message = MESSAGES[query.get("redirect_status") ?? ""];
    if (!message || !query.has("payment_intent")) return;
    window.history.replaceState(window.history.state, "", window.location.pathname);
    toast(message);
    if (message.destructive) return;
    sendJson("POST", "/api/check-boost", { coffeeShopId: shopId })
      .then(() => client.invalidateQueries())
      .catch(() => undefined);
  }, [toast, client, shopId]);
}
