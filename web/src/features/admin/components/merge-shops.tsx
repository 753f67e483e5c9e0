import { useCallback, useId, useState } from "react";
import { useDone } from "../../../components/admin/use-undo.ts";
import { call, useApi } from "../../../kit/api.ts";
import { Combobox } from "../../../kit/combobox.tsx";
import { useConfirm } from "../../../kit/confirm.tsx";
import { ALL_AMENITIES } from "../../../kit/form/all-amenities.ts";
import { yesNo } from "../../../kit/form/yes-no.ts";
import { Async } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import { findShops } from "./find-shops.ts";
import type { AdminShop } from "./shop-badges.tsx";

/** "WiFi: yes, Parking: no"; unknown ones are left out. */
function amenitiesOf(shop: AdminShop) {
  const known = ALL_AMENITIES.filter(({ field }) => shop[field] !== null);
  return known.map(({ field, plain }) => `${plain}: ${yesNo(shop[field])}`).join(", ");
}

function linksOf(shop: AdminShop) {
  const links = [shop.menuUrl, shop.instagram, shop.facebook, shop.publicEmail];
  const price = shop.priceLevel === null ? null : "$".repeat(shop.priceLevel);
  return [...links, price].filter(Boolean).join(", ");
}

const FACTS = [
  ["name", "Name", (shop: AdminShop) => shop.name],
  ["address", "Address", (shop: AdminShop) => shop.address],
  ["phone", "Phone", (shop: AdminShop) => shop.phone],
  ["website", "Website", (shop: AdminShop) => shop.website],
  ["hours", "Hours", (shop: AdminShop) => shop.hours],
  ["description", "Description", (shop: AdminShop) => shop.description],
  ["onlineStore", "Online store", (shop: AdminShop) => shop.onlineStoreUrl],
  ["links", "Menu, profiles, email, prices", linksOf],
  ["amenities", "Amenities", amenitiesOf],
] as const;

type Fact = (typeof FACTS)[number][0];

/** Finds a shop's duplicate, lets the administrator choose which facts to keep, and merges the two. */
export function MergeShops({ shop }: { shop: AdminShop }) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [other, setOther] = useState<string | null>(null);
  const find = useCallback(
    async (search: string, signal: AbortSignal) =>
      (await findShops(search, signal)).filter(({ value }) => value !== shop.id),
    [shop.id],
  );
  return (
    <section aria-labelledby="merge-title" className="max-w-text">
      <h3 id="merge-title" className="mb-1 font-bold text-xl">
        Merge a duplicate
      </h3>
      <p className="mb-4 text-soft">
        The duplicate's votes, stories, photos, sources and boosts move here, and its URL redirects
        here.
      </p>
      <label htmlFor={id} className="field-label">
        The duplicate
      </label>
      <Combobox
        label="Coffee shops"
        text={typed}
        onText={setTyped}
        onChoose={({ value, text }) => {
          setOther(value);
          setTyped(text);
        }}
        find={find}
        none="No coffee shops found"
        control={{ id }}
      />
      {other && (
        <Chosen
          key={other}
          shop={shop}
          otherId={other}
          onDone={() => {
            setOther(null);
            setTyped("");
          }}
        />
      )}
    </section>
  );
}

interface ChosenProps {
  shop: AdminShop;
  otherId: string;
  onDone: () => void;
}

function Chosen({ shop, otherId, onDone }: ChosenProps) {
  const other = useApi("/api/admin/coffee-shops/{id}", { path: { id: otherId } });
  return (
    <Async result={other} what="the duplicate">
      {(loaded) => <Compare shop={shop} other={loaded} onDone={onDone} />}
    </Async>
  );
}

function Compare({ shop, other, onDone }: Omit<ChosenProps, "otherId"> & { other: AdminShop }) {
  const id = useId();
  const tell = useChanged();
  const done = useDone();
  const [question, confirm] = useConfirm();
  const [taken, setTaken] = useState<ReadonlySet<Fact>>(new Set());
  const choose = (fact: Fact, isTaken: boolean) => {
    const next = new Set(taken);
    if (isTaken) next.add(fact);
    else next.delete(fact);
    setTaken(next);
  };
  const merge = useAction(
    () =>
      call("post", "/api/admin/coffee-shops/{id}/merge", {
        path: { id: shop.id },
        body: { other: other.id, take: [...taken] },
      }),
    {
      done: ({ entry }) => {
        done("Coffee shops merged", entry, `${other.name} is now part of ${shop.name}.`);
        onDone();
        void tell(`shop:${shop.id}`, `shop:${other.id}`, "story", "claim", "suggestion");
      },
      failed: { title: "Couldn't merge the shops", text: "Please try again." },
    },
  );
  const ask = async () => {
    const isSure = await confirm({
      title: `Merge “${other.name}” into “${shop.name}”?`,
      text: "Visitors will see one coffee shop. You can undo this from the audit log.",
      verb: "Merge coffee shops",
      keep: "Keep both",
    });
    if (isSure) void merge.start(undefined);
  };
  const different = FACTS.filter(([, , value]) => (value(shop) ?? "") !== (value(other) ?? ""));
  return (
    <div className="mt-5">
      {question}
      {different.length === 0 && <p className="text-soft">All details are the same.</p>}
      {different.map(([fact, label, value]) => (
        <fieldset key={fact} className="field-block">
          <legend className="field-label">{label}</legend>
          <div className="choices">
            {[
              { from: shop, isTaken: false, whose: "This shop's" },
              { from: other, isTaken: true, whose: "The duplicate's" },
            ].map(({ from, isTaken, whose }) => (
              <label key={whose} className="choice">
                <input
                  type="radio"
                  name={`${id}-${fact}`}
                  checked={taken.has(fact) === isTaken}
                  onChange={() => choose(fact, isTaken)}
                />
                <span>
                  {value(from) || <em className="text-soft">nothing</em>}
                  <span className="field-hint">{whose}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={merge.busy}
          onClick={() => void ask()}
        >
          {merge.busy ? "Merging…" : "Merge"}
        </button>
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </div>
  );
}
