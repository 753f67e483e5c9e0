import { useCallback, useId, useState } from "react";
import { useDone } from "../../../components/admin/use-undo.ts";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { Combobox } from "../../../kit/combobox.tsx";
import { useConfirm } from "../../../kit/confirm.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import { plural } from "../../../lib/text.ts";

type City = Answer<"get", "/api/admin/cities">["cities"][number];

/** A town that goes. */
type Other = Pick<City, "id" | "name" | "state">;

const nameOf = (city: Other) => `${city.name}, ${city.state}`;

/** Finds a town's duplicate and merges the two. */
export function MergeCity({ city, close }: { city: City; close?: () => void }) {
  const id = useId();
  const tell = useChanged();
  const done = useDone();
  const [question, confirm] = useConfirm();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<ReadonlyMap<string, City>>(new Map());
  const [other, setOther] = useState<Other | null>(null);
  const find = useCallback(
    async (search: string, signal: AbortSignal) => {
      const { cities } = await call("get", "/api/admin/cities", {
        query: { search, pageSize: 10 },
        signal,
      });
      const others = cities.filter(({ id: one, state }) => one !== city.id && state === city.state);
      setFound(new Map(others.map((one) => [one.id, one])));
      return others.map((one) => ({
        value: one.id,
        text: nameOf(one),
        hint: plural(one.coffeeShopCount, "shop"),
      }));
    },
    [city.id, city.state],
  );
  const merge = useAction(
    ({ id: goes }: Other) =>
      call("post", "/api/admin/cities/{id}/merge", {
        path: { id: city.id },
        body: { other: goes },
      }),
    {
      done: ({ entry }, goes) => {
        done("Cities merged", entry, `${nameOf(goes)} into ${nameOf(city)}`);
        void tell(`city:${city.id}`, `city:${goes.id}`, "shop");
        setTyped("");
        setOther(null);
        close?.();
      },
      failed: { title: "Couldn't merge the cities", text: "Please try again." },
    },
  );
  const ask = async (goes: Other) => {
    const isSure = await confirm({
      title: `Merge “${nameOf(goes)}” into “${nameOf(city)}”?`,
      text: "Its coffee shops move, and its URL redirects here. You can undo this from the audit log.",
      verb: "Merge cities",
      keep: "Keep both",
    });
    if (isSure) void merge.start(goes);
  };
  return (
    <div className="mt-4 max-w-text">
      {question}
      <p className="mb-3 text-soft">
        The other city's coffee shops, newsletter readers and stats move here, along with its
        description, color and picture if this city has none.
      </p>
      <Nearest
        city={city}
        choose={(town) => {
          setTyped(nameOf(town));
          setOther(town);
        }}
      />
      <label htmlFor={id} className="field-label">
        City to merge
      </label>
      <Combobox
        label="Cities"
        text={typed}
        onText={(text) => {
          setTyped(text);
          setOther(null);
        }}
        onChoose={({ value, text }) => {
          setTyped(text);
          setOther(found.get(value) ?? null);
        }}
        find={find}
        none="No cities found"
        control={{ id }}
      />
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="button button-primary"
          disabled={other === null}
          aria-disabled={merge.busy}
          onClick={() => other && void ask(other)}
        >
          {merge.busy ? "Merging…" : "Merge"}
        </button>
        {close && (
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
        )}
        {other === null && (
          <span className="text-[0.9375rem] text-soft">Choose the city first.</span>
        )}
      </div>
    </div>
  );
}

/** The nearest towns. Those of another state are named, so that nobody looks for them, but can't be merged. */
function Nearest({ city, choose }: { city: City; choose: (town: Other) => void }) {
  const { data = [] } = useApi("/api/admin/cities/{id}/merge-candidates", {
    path: { id: city.id },
  });
  const across = data.filter(({ isOtherState }) => isOtherState);
  if (data.length === 0) return null;
  return (
    <div className="mb-4">
      <p className="field-label">Nearest cities</p>
      <ul className="flex flex-wrap gap-2">
        {data
          .filter(({ isOtherState }) => !isOtherState)
          .map((town) => (
            <li key={town.id}>
              <button type="button" className="button button-small" onClick={() => choose(town)}>
                {nameOf(town)}
                <span className="font-normal text-soft">
                  {[town.distance, plural(town.coffeeShopCount, "shop")].filter(Boolean).join(", ")}
                </span>
              </button>
            </li>
          ))}
      </ul>
      {across.length > 0 && (
        <p className="mt-2 text-[0.9375rem] text-soft">
          {`Across the state line, and never merged: ${across.map(nameOf).join("; ")}.`}
        </p>
      )}
    </div>
  );
}
