import { call } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { momentText, zoneText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { KeptShops } from "./kept-shops.tsx";
import { TownResult } from "./town-result.tsx";
import { UndoRun } from "./undo-run.tsx";
import { type ExpandedArea, type MetroRun, outcome, townName } from "./words.ts";

/** A run with its areas, each of which can be undone by itself. */
export function MetroRunResult({ run }: { run: MetroRun }) {
  const { result, createdAt, state, error, undone, areasToProcess } = run;
  const isUndone = ({ entry }: ExpandedArea) => entry !== null && undone.includes(entry);
  const left = result.areas.filter((area) => area.entry !== null && !isUndone(area));
  return (
    <article className="rounded-md border border-line bg-raised p-4">
      <h4 className={state === "failed" ? "font-semibold text-red" : "font-semibold"}>
        {outcome(state, error, result.message || undefined) || "Every metro area was done already"}
      </h4>
      <p className="mt-1 text-[0.9375rem] text-soft">
        {`${plural(areasToProcess, "area")} asked for, ${momentText(createdAt)} (${zoneText()})`}
      </p>
      <ul className="mt-3 grid gap-2">
        {result.areas.map((area) => (
          <li key={area.slug}>
            <Area run={run} area={area} isUndone={isUndone(area)} />
          </li>
        ))}
      </ul>
      <KeptShops kept={run.kept} />
      <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
        {result.areas.some(({ error }) => error !== null) && <Repeat run={run} />}
        {left.length > 1 && (
          <UndoRun
            undo={() =>
              call("post", "/api/admin/expansion/runs/{id}/undo", {
                path: { id: run.id },
                body: {},
              })
            }
            verb="Undo all areas"
            what={`of the run of ${momentText(createdAt)}`}
          />
        )}
      </div>
    </article>
  );
}

/** Asks again about the areas about which a service said nothing. */
function Repeat({ run }: { run: MetroRun }) {
  const tell = useChanged();
  const toast = useToast();
  const repeat = useAction(
    (_: null) => call("post", "/api/admin/expansion/run", { body: { repeat: run.id } }),
    {
      done: (answer) => {
        if ("message" in answer)
          toast({ title: answer.message || "Every metro area is done already" });
        void tell("run", "shop", "city");
      },
      failed: { title: "Expansion Failed", text: "Failed to start expansion process" },
    },
  );
  return (
    <button
      type="button"
      className="button button-small"
      aria-disabled={repeat.busy}
      onClick={() => void repeat.start(null)}
    >
      {repeat.busy ? "Processing..." : "Repeat failed areas"}
    </button>
  );
}

interface AreaProps {
  run: MetroRun;
  area: ExpandedArea;
  isUndone: boolean;
}

function Area({ run, area, isUndone }: AreaProps) {
  const { name, coffeeShopsAdded, towns, error, entry } = area;
  const notDone = error && <span className="text-red">{`: not done. ${error}`}</span>;
  if (!entry)
    return (
      <p>
        <span className="font-semibold">{name}</span>
        {notDone}
      </p>
    );
  return (
    <details>
      <summary className="cursor-pointer py-1">
        <span className="font-semibold">{name}</span>
        {`: ${isUndone ? "undone" : `${plural(coffeeShopsAdded, "coffee shop")} added`}`}
        {notDone}
      </summary>
      <div className="mt-2 ml-4 grid gap-5">
        {towns.map((town) => (
          <section key={town.citySlug} aria-label={townName(town)}>
            <TownResult town={town} isWritten={!isUndone} />
          </section>
        ))}
        {!isUndone && (
          <p>
            <UndoRun
              undo={() =>
                call("post", "/api/admin/expansion/runs/{id}/undo", {
                  path: { id: run.id },
                  body: { area: area.slug },
                })
              }
              what={`adding the shops in ${name}`}
            />
          </p>
        )}
      </div>
    </details>
  );
}
