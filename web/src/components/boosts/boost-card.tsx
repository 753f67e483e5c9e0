import { useApi } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { paths } from "../../lib/paths.ts";
import { useSellsBoosts } from "../../lib/site.tsx";
import { countText, plural } from "../../lib/text.ts";
import { SubscriptionButtons, useBoostActions } from "./use-boost-actions.tsx";

interface Props {
  shop: { id: string; slug: string; name: string; isListed: boolean; isClosed: boolean };
}

/** A shop's boost, for its own people: until when, what it brought, and what the person who pays can do about it. */
export function BoostCard({ shop }: Props) {
  const place = { path: { slugOrId: shop.slug } };
  const { data } = useApi("/api/your-shop/{slugOrId}/boost", place);
  const { data: session } = useApi("/api/session");
  const tell = useChanged();
  const actions = useBoostActions({
    email: session?.person?.email ?? "",
    changed: () => void tell(`shop:${shop.id}`),
    askForCode: () => void tell("session"),
    noPortal: () => window.location.assign(paths.manageSubscription()),
  });
  const sells = useSellsBoosts();
  if (!data) return null;
  const { offers, subscriptions, oneTimeBoosts } = data;
  const isPossible =
    sells &&
    shop.isListed &&
    !shop.isClosed &&
    (offers.subscription.isOffered || offers.oneTime.isOffered);
  const current = subscriptions.filter(
    ({ cancelLabel, resumeLabel }) => cancelLabel || resumeLabel,
  );
  if (!isPossible && !offers.stateLabel && current.length === 0) return null;
  const paid = current[0] ?? subscriptions[0] ?? oneTimeBoosts[0];
  return (
    <section
      id="boost"
      aria-labelledby="boost-title"
      className="mt-12 max-w-2xl scroll-mt-28 rounded-md border-[1.5px] border-amber bg-raised p-5"
    >
      {actions.question}
      <h2 id="boost-title" className="font-bold text-2xl">
        Boost
      </h2>
      <p className="mt-2 font-semibold">{offers.stateLabel ?? `${shop.name} isn't boosted.`}</p>
      <Brought slug={shop.slug} />
      {current.map((subscription) => (
        <div key={subscription.id} className="mt-3 border-rule border-t border-dashed pt-3">
          <p>{`${subscription.productName}: ${subscription.stateLabel}`}</p>
          <SubscriptionButtons subscription={subscription} actions={actions} />
        </div>
      ))}
      {offers.stateLabel && !paid && (
        <p className="mt-2 text-[0.9375rem] text-soft">
          It was granted, or another address pays for it. Whoever pays can cancel it under{" "}
          <a className="link" href={paths.manageSubscription()}>
            Manage Subscription
          </a>
          .
        </p>
      )}
      <p className="mt-5 flex flex-wrap gap-3">
        {isPossible && (
          <a className="button button-amber" href={paths.boost(shop.slug)}>
            {offers.stateLabel ? "Boost it longer" : "Boost this shop"}
          </a>
        )}
        {paid && (
          <button type="button" className="button" onClick={() => void actions.openPortal(paid.id)}>
            Cards and receipts
          </button>
        )}
      </p>
    </section>
  );
}

/** Views since the boost began, beside as many days before. */
function Brought({ slug }: { slug: string }) {
  const { data } = useApi("/api/your-shop/{slugOrId}/boost-views", { path: { slugOrId: slug } });
  const boost = data?.boost;
  if (!boost) return null;
  const { days, views, viewsBefore, since, isRunning } = boost;
  const span = days === 1 ? "on its first day" : `in its first ${days} days`;
  const before = days === 1 ? "on the day before" : `in the ${days} days before`;
  return (
    <p className="mt-2">
      {`${isRunning ? "Since" : "The last boost began"} ${since}: ${plural(views, "view")} of the page ${span}`}
      {viewsBefore === null ? "." : `, ${countText(viewsBefore)} ${before}.`}
    </p>
  );
}
