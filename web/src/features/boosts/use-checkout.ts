import { useRef, useState } from "react";
import { ApiError } from "../../api/client.ts";
import type { Shop } from "../../api/types.ts";
import { type Answer, call, messageOf } from "../../kit/api.ts";
import type { PlanKey } from "./plans.ts";

/** What a payer enters. */
export interface Payer {
  userName: string;
  userEmail: string;
  onlineStoreUrl: string;
  onlineStoreName: string;
}

/** A started payment, for its form. */
export interface Checkout {
  plan: PlanKey;
  /** The payer's data that the server has. */
  told: Payer;
  clientSecret: string;
  storeLink: Answer<"post", "/api/create-boost-subscription">["storeLink"];
}

const FAILED: Record<PlanKey, string> = {
  subscription: "Failed to create subscription. Please try again.",
  one_time: "Failed to create one-time boost. Please try again.",
};

/**
 * Starts payments, one at a time. Submitting the same form again is the same payment, even after a reload in this tab.
 */
export function useCheckout(shop: Shop) {
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const [preparing, setPreparing] = useState<PlanKey | null>(null);
  const isBusy = useRef(false);

  const begin = async (plan: PlanKey, told: Payer): Promise<Checkout | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setPreparing(plan);
    try {
      const body = { ...told, coffeeShopId: shop.id, ...checkoutId(shop.id, plan) };
      const { clientSecret, storeLink } = await (plan === "subscription"
        ? call("post", "/api/create-boost-subscription", { body })
        : call("post", "/api/create-one-time-boost", { body }));
      const made = { plan, told, clientSecret, storeLink };
      setCheckout(made);
      return made;
    } catch (error) {
      // It is paid or can't be: trying again starts a new one.
      if (error instanceof ApiError && error.status === 409) forgetCheckout(shop.id);
      setCheckout(null);
      throw error;
    } finally {
      isBusy.current = false;
      setPreparing(null);
    }
  };
  return { checkout, preparing, begin };
}

/** The message when a payment couldn't be started: the server's, or ours. */
export const whyNotBegun = (error: unknown, plan: PlanKey) => messageOf(error, FAILED[plan]);

const place = (shopId: string) => `checkout:${shopId}`;

/** A random ID for this tab's form. Without storage or a secure connection, each press counts as a new form. */
function checkoutId(shopId: string, plan: PlanKey): { checkoutId?: string } {
  try {
    const key = `${place(shopId)}:${plan}`;
    const id = sessionStorage.getItem(key) ?? crypto.randomUUID();
    sessionStorage.setItem(key, id);
    return { checkoutId: id };
  } catch {
    return {};
  }
}

export function forgetCheckout(shopId: string) {
  try {
    for (const plan of Object.keys(FAILED)) sessionStorage.removeItem(`${place(shopId)}:${plan}`);
  } catch {
    // As above.
  }
}
