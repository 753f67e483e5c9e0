import { agoText } from "../../../kit/time.ts";
import { plural } from "../../../lib/text.ts";
import { TownResult } from "./town-result.tsx";
import { UndoButton } from "./undo-button.tsx";
import { type ExpandedArea, type MetroRun, outcome, townName } from "./words.ts";

/** A run with its areas, each of which can be undone by itself. */
export function MetroRunResult({ run }: { run: MetroRun }) {
  const { result, createdAt, state, error, undone, areasToProcess } = run;
  return (
    <article className="rounded-md border border-line bg-raised p-4">
      <h4 className={state === "failed" ? "font-semibold text-red" : "font-semibold"}>
        {outcome(state, error, result.message || undefined) || "Every metro area was done already"}
      </h4>
      <p className="mt-1 text-[0.9375rem] text-soft">
        {`${plural(areasToProcess, "area")} asked for, ${agoText(createdAt)}`}
      </p>
      <ul className="mt-3 grid gap-2">
        {result.areas.map((area) => (
          <li key={area.slug}>
            <Area area={area} isUndone={area.entry !== null && undone.includes(area.entry)} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function Area({ area, isUndone }: { area: ExpandedArea; isUndone: boolean }) {
  const { name, coffeeShopsAdded, towns, error, entry } = area;
  if (error)
    return (
      <p>
        <span className="font-semibold">{name}</span>
        <span className="text-red">{`: not done. ${error}`}</span>
      </p>
    );
  return (
    <details>
      <summary className="cursor-pointer py-1">
        <span className="font-semibold">{name}</span>
        {`: ${isUndone ? "undone" : `${plural(coffeeShopsAdded, "coffee shop")} added`}`}
      </summary>
      <div className="mt-2 ml-4 grid gap-5">
        {towns.map((town) => (
          <section key={town.citySlug} aria-label={townName(town)}>
            <TownResult town={town} isWritten={!isUndone} />
          </section>
        ))}
        {entry && !isUndone && (
          <p>
            <UndoButton entry={entry} what={`the shops added in ${name}`} />
          </p>
        )}
      </div>
    </details>
  );
}
