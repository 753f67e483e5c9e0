import type { Answer } from "../../../kit/api.ts";
import { Icon } from "../../../ui/icon.tsx";
import { LIST } from "../../../ui/list-role.ts";
import type { Plan, PlanKey } from "../plans.ts";

export type Offers = Answer<"get", "/api/coffee-shops/{slugOrId}/boost-offers">;

interface Props {
  plans: Record<PlanKey, Plan>;
  chosen: PlanKey | null;
  /** The plan with a payment being prepared. */
  preparing: PlanKey | null;
  disabled: boolean;
  /** What is possible beside what is paid already; `null` until it is known. */
  offers: Offers | null;
  choose: (plan: PlanKey) => void;
}

/** The two plans, as tickets. None is preselected. */
export function PlanTickets({ plans, chosen, preparing, disabled, offers, choose }: Props) {
  return (
    <ul {...LIST} className="mt-5 grid gap-4 sm:grid-cols-2">
      {[plans.subscription, plans.one_time].map(({ key, name, price, points }) => {
        const isChosen = chosen === key;
        const offer = offers && (key === "subscription" ? offers.subscription : offers.oneTime);
        const isOffered = offer?.isOffered ?? true;
        return (
          <li
            key={key}
            className={`flex flex-col rounded-md border-[1.5px] bg-raised p-5 ${isChosen ? "border-amber ring-2 ring-amber" : "border-dashed border-line"}`}
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-bold text-xl">{name}</h3>
              {isChosen && <span className="badge badge-blue">Chosen</span>}
              {key === "subscription" && <span className="badge badge-amber">Best Value</span>}
            </div>
            <p className="mt-2 font-bold font-serif text-3xl">{price}</p>
            <ul {...LIST} className="mt-3 mb-5 grid gap-1.5">
              {points.map((point) => (
                <li key={point} className="flex gap-2">
                  <Icon name="check" className="mt-0.5 size-5" />
                  {point}
                </li>
              ))}
            </ul>
            {offer?.words && <p className="mb-4 text-[0.9375rem] text-soft">{offer.words}</p>}
            {isOffered && (
              <button
                type="button"
                className="button button-amber mt-auto w-full"
                aria-pressed={isChosen}
                aria-disabled={preparing !== null || undefined}
                disabled={disabled}
                onClick={() => choose(key)}
              >
                {preparing === key ? "Preparing..." : `Choose ${name}`}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
