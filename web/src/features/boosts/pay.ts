import type { Shop } from "../../api/types.ts";
import { type Answer, call } from "../../kit/api.ts";
import { paths } from "../../lib/paths.ts";
import type { Elements, PaymentProblem, Stripe } from "./stripe.ts";
import type { Checkout, Payer } from "./use-checkout.ts";

/** A payment that did not go through, in the provider's words. */
export class PaymentRefused extends Error {
  /** The form itself shows what is missing in it. */
  readonly isTyping: boolean;

  constructor(problem: PaymentProblem) {
    super(problem.message ?? "The payment didn't go through. Please try again.");
    this.name = "PaymentRefused";
    this.isTyping = problem.type === "validation_error";
  }
}

/** How a payment that was confirmed stands. */
export type Paid = "active" | "processing" | "given_back" | "held";

/** Confirms the payment with the provider; the bank's question is asked in between, and leaves the page only if it must. */
export async function confirmPayment(
  stripe: Stripe,
  elements: Elements,
  { userName, userEmail }: Payer,
  shop: Shop,
): Promise<"succeeded" | "processing"> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    redirect: "if_required",
    confirmParams: {
      return_url: new URL(paths.shop(shop.slug), window.location.origin).href,
      receipt_email: userEmail,
      payment_method_data: { billing_details: { name: userName, email: userEmail } },
    },
  });
  if (error) throw new PaymentRefused(error);
  const status = paymentIntent?.status;
  if (status !== "succeeded" && status !== "processing")
    throw new PaymentRefused({ type: "card_error" });
  return status;
}

type Status = Answer<"post", "/api/check-boost">["status"];

const NEWS: Partial<Record<Status, Paid>> = { given_back: "given_back", held: "held" };

/**
 * After the provider has said that it is paid: has the server ask it, too, so that the boost stands before the shop's page
 * opens, and saves the link to the store. What fails here the provider's notice mends.
 */
export async function settle(
  shop: Shop,
  { storeLink }: Checkout,
  { onlineStoreUrl, onlineStoreName }: Payer,
): Promise<Paid> {
  const body = { coffeeShopId: shop.id };
  const answer = await call("post", "/api/check-boost", { body }).catch(() => null);
  const paid = (answer && NEWS[answer.status]) ?? "active";
  const isOurs = storeLink === "with_boost" || storeLink === "after_confirmation";
  if (paid === "active" && isOurs) {
    const link = {
      onlineStoreUrl: onlineStoreUrl || null,
      onlineStoreName: onlineStoreName || null,
    };
    await call("patch", "/api/coffee-shops/{slugOrId}", {
      path: { slugOrId: shop.id },
      body: link,
    }).catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: this failure is only logged, as specified
      console.error("the link to the store was not saved", error);
    });
  }
  return paid;
}
