import { call } from "../../../kit/api.ts";
import { agoText } from "../../../kit/time.ts";
import { KeptShops } from "./kept-shops.tsx";
import { TownResult } from "./town-result.tsx";
import { UndoRun } from "./undo-run.tsx";
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
        {entry && !isUndone && <UndoZipRun run={run} />}
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
        <KeptShops kept={run.kept} />
        {result && <TownResult town={result} isWritten={!isTrial && !isUndone} />}
      </div>
    </section>
  );
}

/** Takes back what a run added. */
export function UndoZipRun({ run: { id, zipCode } }: { run: ZipRun }) {
  return (
    <UndoRun
      undo={() => call("post", "/api/admin/zip-expansion/{id}/undo", { path: { id } })}
      what={`adding the shops for ${zipCode}`}
    />
  );
}
