import { useEffect, useRef } from "react";
import type { Shop } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import type { Paid } from "../pay.ts";

const TEXTS: Record<Paid, { title: string; text: (name: string) => string }> = {
  active: {
    title: "Thank you!",
    text: (name) => `${name} is boosted. We're taking you to its page.`,
  },
  processing: {
    title: "Your payment is being processed",
    text: (name) =>
      `Your bank is taking a while. ${name} will be boosted as soon as the payment clears, and we'll email you.`,
  },
  given_back: {
    title: "Your payment is being refunded",
    text: (name) =>
      `While you were paying, someone else started a monthly boost for ${name}. A shop needs only one, so you'll get a full refund. It can take your bank a few days.`,
  },
  held: {
    title: "We're reviewing your payment",
    text: (name) =>
      `The payment for ${name} doesn't match the order, so we're reviewing it. You'll hear from us.`,
  },
};

/** Replaces the form once the provider has accepted the payment. */
export function PaidPanel({ paid, shop }: { paid: Paid; shop: Shop }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { title, text } = TEXTS[paid];
  return (
    <section
      aria-labelledby="paid"
      className="rounded-md border-[1.5px] border-amber bg-amber-wash p-6 text-amber-ink"
    >
      <h2 id="paid" ref={heading} tabIndex={-1} className="font-bold text-2xl outline-none">
        {title}
      </h2>
      <p className="mt-2">{text(shop.name)}</p>
      <p className="mt-4">
        <a className="underline underline-offset-4" href={paths.shop(shop.slug)}>
          {`Go to ${shop.name}`}
        </a>
      </p>
    </section>
  );
}
