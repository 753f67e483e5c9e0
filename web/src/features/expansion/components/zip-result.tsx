import { agoText } from "../../../kit/time.ts";
import { TownResult } from "./town-result.tsx";
import { UndoButton } from "./undo-button.tsx";
import { outcome, type ZipRun } from "./words.ts";

/** The latest run that has ended, in full. */
export function ZipResult({ run }: { run: ZipRun }) {
  const { result, zipCode, isTrial, isUndone, createdAt, state, error } = run;
  const entry = result?.entry;
  return (
    <section aria-labelledby="zip-result" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="zip-result" className="font-bold text-xl">
          {`Latest result: ${zipCode}`}
        </h3>
        {entry && !isUndone && <UndoButton entry={entry} what={`the shops added for ${zipCode}`} />}
      </div>
      <div className="mt-3 rounded-md border border-line bg-raised p-4">
        <p
          role="status"
          className={state === "failed" ? "font-semibold text-red" : "font-semibold"}
        >
          {outcome(state, error, result?.message, isUndone)}
        </p>
        <p className="mt-1 text-[0.9375rem] text-soft">
          {isTrial ? `Trial, nothing was written. ${agoText(createdAt)}` : agoText(createdAt)}
        </p>
        {result && <TownResult town={result} isWritten={!isTrial && !isUndone} />}
      </div>
    </section>
  );
}
