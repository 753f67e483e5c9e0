import type { Plan } from "../plans.ts";
import type { Checkout } from "../use-checkout.ts";

interface Props {
  plan: Plan;
  shopName: string;
  keptDays: Checkout["keptDays"];
}

/** What is bought, for how much and until when, before anybody pays. */
export function OrderSummary({ plan, shopName, keptDays }: Props) {
  return (
    <>
      <dl className="mt-5 rounded-md border-[1.5px] border-rule bg-raised p-5">
        <div className="flex justify-between gap-4">
          <dt>{`${plan.name}, ${shopName}`}</dt>
          <dd className="tabular-nums">{`$${plan.amount}`}</dd>
        </div>
        <div className="mt-3 flex justify-between gap-4 border-rule border-t pt-3 font-bold text-xl">
          <dt>{plan.total}</dt>
          <dd className="tabular-nums">{`$${plan.amount}`}</dd>
        </div>
      </dl>
      <p className="mt-3 max-w-text text-soft">{plan.terms}</p>
      {keptDays && (
        <p className="mt-3 max-w-text rounded bg-amber-wash px-3 py-2 text-amber-ink">
          {`${shopName} still has days of a boost that was paid before. They aren't lost: the first month runs until ${keptDays.monthUntil}, and if you cancel by then, those days follow and last until ${keptDays.lastsUntil}. Each further month moves them on.`}
        </p>
      )}
    </>
  );
}
