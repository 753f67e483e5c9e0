import { useSellsBoosts, useSite } from "../../../lib/site.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LIST } from "../../../ui/list-role.ts";

const FREE = [
  "Basic profile page",
  "Contact information display",
  "Hours and location",
  "Photo gallery",
];

const BOOST = [
  "Featured badge and golden highlighting",
  "Priority placement in search results",
  "Increased visibility",
  "A “Buy Our Beans” button that leads to your online store",
];

/** What is free, and what costs money, where something can be bought. */
export function SideCards() {
  const { monthlyBoostPrice, oneTimeBoostPrice } = useSite();
  return (
    <aside aria-label="What a listing includes" className="grid gap-5 lg:sticky lg:top-28">
      <section
        aria-labelledby="free"
        className="rounded-md border-[1.5px] border-rule bg-raised p-5"
      >
        <h2 id="free" className="font-bold text-xl">
          Free listing
        </h2>
        <Points texts={FREE} />
      </section>
      {useSellsBoosts() && (
        <section
          aria-labelledby="boost-card"
          className="rounded-md border-[1.5px] border-amber bg-amber-wash p-5 text-amber-ink"
        >
          <h2 id="boost-card" className="font-bold text-xl">
            Boost your profile
          </h2>
          <Points texts={BOOST} />
          <p className="mt-4 font-semibold">
            {`Starting from ${monthlyBoostPrice}/month subscription or ${oneTimeBoostPrice} one-time.`}
          </p>
          <a className="button button-amber mt-4 w-full" href="#boost">
            Boost a shop that is listed
          </a>
        </section>
      )}
    </aside>
  );
}

function Points({ texts }: { texts: readonly string[] }) {
  return (
    <ul {...LIST} className="mt-3 grid gap-2">
      {texts.map((text) => (
        <li key={text} className="flex gap-2.5">
          <Icon name="check" className="mt-0.5 size-5" />
          {text}
        </li>
      ))}
    </ul>
  );
}
