import type { Site } from "../../api/types.ts";

export type PlanKey = "subscription" | "one_time";

/** A plan with this installation's text and prices. */
export interface Plan {
  key: PlanKey;
  name: string;
  /** "$5/mo" */
  price: string;
  /** "5.00" */
  amount: string;
  points: readonly string[];
  /** Text before the amount in the payment form. */
  total: string;
  /** The button's label. */
  verb: string;
  /** What is charged when, and how it ends. */
  terms: string;
}

/** "5.00" */
export const amountOf = (cents: number) => (cents / 100).toFixed(2);

export function plansOf(site: Site): Record<PlanKey, Plan> {
  const { monthlyBoostPrice, monthlyBoostCents, oneTimeBoostPrice, oneTimeBoostCents } = site;
  const [monthly, once] = [amountOf(monthlyBoostCents), amountOf(oneTimeBoostCents)];
  return {
    subscription: {
      key: "subscription",
      name: "Monthly Boost",
      price: `${monthlyBoostPrice}/mo`,
      amount: monthly,
      points: ["Cancel anytime", "Renews each month until you cancel"],
      total: "Monthly total",
      verb: `Start Boost - ${monthlyBoostPrice}/month`,
      terms: `You pay $${monthly} today and $${monthly} each month until you cancel. Cancel anytime under “Manage Subscription”; the boost stays active until the end of the paid month.`,
    },
    one_time: {
      key: "one_time",
      name: "One-Time Boost",
      price: `${oneTimeBoostPrice} for 30 days`,
      amount: once,
      points: ["Paid once", "Ends after 30 days"],
      total: "Total",
      verb: `Start Boost - ${oneTimeBoostPrice} for 30 days`,
      terms: `You pay $${once} once, today. The boost lasts 30 days and doesn't renew.`,
    },
  };
}
