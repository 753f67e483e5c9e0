import type { Shop } from "../../api/types.ts";
import { type Answer, call } from "../../kit/api.ts";
import { paths } from "../../lib/paths.ts";
import type { Elements, PaymentProblem, Stripe } from "./stripe.ts";
import type { Checkout, Payer } from "./use-checkout.ts";

/** A failed payment, with the provider's message. */
export class PaymentRefused extends Error {
  /** The form itself shows what is missing. */
  readonly isTyping: boolean;

  constructor(problem: PaymentProblem) {
    super(problem.message ?? "The payment didn't go through. Please try again.");
    this.name = "PaymentRefused";
    this.isTyping = problem.type === "validation_error";
  }
}

/** The state of a confirmed payment. */
export type Paid = "active" | "processing" | "given_back" | "held";

/**
 * Confirms the payment with the provider. The bank's verification happens in between, leaving the page only if
 * necessary.
 */
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
 * After the provider says that it is paid, makes the server check too, so that the boost is active before the shop's
 * page opens, and saves the link to the store. Failures here are repaired by the provider's webhook.
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
    // An empty field of this form isn't a wish to remove the link that the shop already has.
    const link = {
      ...(onlineStoreUrl && { onlineStoreUrl }),
      ...(onlineStoreName && { onlineStoreName }),
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
