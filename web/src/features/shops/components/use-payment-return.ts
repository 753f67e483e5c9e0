import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useToast } from "../../../ui/toast.tsx";

/** Tells a visitor returning from the bank's page how the payment went, once. */
export function usePaymentReturn(shopId: string) {
  const toast = useToast();
  const client = useQueryClient();
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    const status = query.get("redirect_status");
    if (import.meta.env.SSR || !status || !query.has("payment_intent")) return;
    import("./payment-return.ts")
      .then(({ tellReturn }) => tellReturn(status, shopId, toast, client))
      .catch(() => undefined);
  }, [toast, client, shopId]);
}
