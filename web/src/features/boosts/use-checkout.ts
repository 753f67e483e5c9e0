import { useEffect, useRef, useState } from "react";
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

type Made = Answer<"post", "/api/create-boost-subscription">;

/** A started payment, for its form. */
export interface Checkout {
  plan: PlanKey;
  /** The payer's data that the server has. */
  told: Payer;
  clientSecret: string;
  storeLink: Made["storeLink"];
  /** Until when the month runs, and days that were paid before follow. */
  keptDays: Made["keptDays"];
}

const FAILED: Record<PlanKey, string> = {
  subscription: "Failed to create subscription. Please try again.",
  one_time: "Failed to create one-time boost. Please try again.",
};

/**
 * Starts payments, one at a time. Submitting the same form again is the same payment, after a reload and in another tab.
 */
export function useCheckout(shop: Shop) {
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const [preparing, setPreparing] = useState<PlanKey | null>(null);
  const isBusy = useRef(false);
  const ids = useRef<Partial<Record<PlanKey, string>>>({});
  useEffect(() => {
    ids.current = checkoutIds(shop.id);
  }, [shop.id]);

  const begin = async (plan: PlanKey, told: Payer): Promise<Checkout | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setPreparing(plan);
    try {
      const id = ids.current[plan];
      const body = { ...told, coffeeShopId: shop.id, ...(id && { checkoutId: id }) };
      const { clientSecret, storeLink, keptDays } = await (plan === "subscription"
        ? call("post", "/api/create-boost-subscription", { body })
        : call("post", "/api/create-one-time-boost", { body }));
      const made = { plan, told, clientSecret, storeLink, keptDays };
      setCheckout(made);
      return made;
    } catch (error) {
      // It is paid or can't be: trying again starts a new one.
      if (error instanceof ApiError && error.status === 409) {
        forgetCheckout(shop.id);
        ids.current = checkoutIds(shop.id);
      }
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

const place = (shopId: string, plan: PlanKey) => `checkout:${shopId}:${plan}`;

/**
 * The form's random IDs, one a plan, which all tabs of this browser share: two tabs pay for one purchase, and a tab that was
 * opened before another one paid is told so. Without storage or a secure connection, each press counts as a new form.
 */
function checkoutIds(shopId: string): Partial<Record<PlanKey, string>> {
  const ids: Partial<Record<PlanKey, string>> = {};
  try {
    for (const plan of Object.keys(FAILED) as PlanKey[]) {
      const key = place(shopId, plan);
      const id = localStorage.getItem(key) ?? crypto.randomUUID();
      localStorage.setItem(key, id);
      ids[plan] = id;
    }
  } catch {
    // As above.
  }
  return ids;
}

/** After a payment, the next form is a new one. */
export function forgetCheckout(shopId: string) {
  try {
    for (const plan of Object.keys(FAILED) as PlanKey[])
      localStorage.removeItem(place(shopId, plan));
  } catch {
    // As above.
  }
}
