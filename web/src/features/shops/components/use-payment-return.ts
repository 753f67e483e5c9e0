import { useEffect } from "react";
import { useToast } from "../../../ui/toast.tsx";

/** Thanks a visitor whom the payment page sends back, once: the parameters then leave the address. */
export function usePaymentReturn() {
  const toast = useToast();
  useEffect(() => {
    const query = new URLSearchParams(window.location.search);
    if (query.get("redirect_status") !== "succeeded" || !query.has("payment_intent")) return;
    window.history.replaceState(window.history.state, "", window.location.pathname);
    toast({
      title: "Boost Activated!",
      text: "Your coffee shop profile has been boosted successfully. Thank you for supporting local coffee!",
    });
  }, [toast]);
}
