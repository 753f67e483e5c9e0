/**
 * The part of Stripe's script needed for a payment form. It is loaded from the provider's own host, never from ours.
 */

export interface PaymentProblem {
  type: string;
  message?: string;
}

export interface PaymentElement {
  mount(target: HTMLElement): void;
  on(event: "ready" | "loaderror", listener: () => void): unknown;
  destroy(): void;
}

export interface Elements {
  create(kind: "payment", options: object): PaymentElement;
  submit(): Promise<{ error?: PaymentProblem }>;
  update(options: { appearance: object }): void;
}

export interface PaymentResult {
  error?: PaymentProblem;
  paymentIntent?: { status: string };
}

export interface Stripe {
  elements(options: { clientSecret: string; appearance: object }): Elements;
  confirmPayment(options: {
    elements: Elements;
    redirect: "if_required";
    confirmParams: object;
  }): Promise<PaymentResult>;
}

type StripeMaker = (publishableKey: string) => Stripe;

let loading: Promise<StripeMaker> | undefined;

/** Loads the script once; after a failure, a later call tries again. */
export async function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  loading ??= load(scriptUrl).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return (await loading)(publishableKey);
}

function load(address: string): Promise<StripeMaker> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.addEventListener("load", () => {
      const { Stripe: maker } = window as { Stripe?: StripeMaker };
      if (maker) resolve(maker);
      else reject(new Error("the payment provider's script defines nothing"));
    });
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("the payment provider's script can't be loaded"));
    });
    document.head.append(script);
  });
}

/** Our colors as computed by the browser, because the provider's frame can't read our style sheet. */
export function appearanceNow(): object {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.body.append(probe);
  const color = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const variables = {
    colorPrimary: color("--blue"),
    colorBackground: color("--raised"),
    colorText: color("--ink"),
    colorTextSecondary: color("--soft"),
    colorDanger: color("--red"),
    fontFamily: "system-ui, sans-serif",
    fontSizeBase: "16px",
    borderRadius: "5px",
  };
  probe.remove();
  return { theme: "stripe", variables };
}
