import { useCallback, useId, useState } from "react";
import { useDone } from "../../../components/admin/use-undo.ts";
import { type Answer, call, useRefresh } from "../../../kit/api.ts";
import { Combobox } from "../../../kit/combobox.tsx";
import { useConfirm } from "../../../kit/confirm.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { plural } from "../../../lib/text.ts";

type City = Answer<"get", "/api/admin/cities">["cities"][number];

const nameOf = (city: City) => `${city.name}, ${city.state}`;

/** Finds a town's duplicate and merges the two. */
export function MergeCity({ city, close }: { city: City; close: () => void }) {
  const id = useId();
  const refresh = useRefresh();
  const done = useDone();
  const [question, confirm] = useConfirm();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<ReadonlyMap<string, City>>(new Map());
  const [other, setOther] = useState<City | null>(null);
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
    ({ id: goes }: City) =>
      call("post", "/api/admin/cities/{id}/merge", {
        path: { id: city.id },
        body: { other: goes },
      }),
    {
      done: ({ entry }, goes) => {
        done("Cities merged", entry, `${nameOf(goes)} is now part of ${nameOf(city)}.`);
        void refresh("/api/");
        close();
      },
      failed: { title: "Error", text: "Failed to merge cities" },
    },
  );
  const ask = async (goes: City) => {
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
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        {other === null && (
          <span className="text-[0.9375rem] text-soft">Choose the city first.</span>
        )}
      </div>
    </div>
  );
}
