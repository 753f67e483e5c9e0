import { adminPaths } from "../../../components/admin/paths.ts";
import { call, useApi } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import { countText, plural } from "../../../lib/text.ts";
import { ImportState, UndoImport } from "./import-history.tsx";
import { COUNTS, type ImportFile, type ImportOutcome, RESULTS } from "./import-types.ts";

interface Props {
  file: ImportFile;
  outcome: ImportOutcome;
}

/** What a list would do, with the button that does it; or what it did. */
export function ImportResult({ file, outcome }: Props) {
  const { isDryRun, isCanceled, number, problem, losses, advice, examples } = outcome;
  const isRefused = !isDryRun && number === null && losses.length > 0;
  return (
    <section aria-labelledby="result-title" className="rounded-md border border-line p-4">
      <h4 id="result-title" className="font-bold text-lg">
        {titleOf(outcome)}
      </h4>
      {problem && <p className="form-failure mt-2">{problem}</p>}
      {losses.length > 0 && (isDryRun || isRefused) && <Losses losses={losses} />}
      {!isRefused && <Counts outcome={outcome} />}
      {advice.map((text) => (
        <p key={text} className="mt-3 max-w-text text-[0.9375rem]">
          {text}
        </p>
      ))}
      {examples.length > 0 && <Examples examples={examples} />}
      {number === null ? (
        !isCanceled && <Import file={file} losses={losses} />
      ) : (
        <After file={file} outcome={outcome} number={number} />
      )}
    </section>
  );
}

function titleOf({ isDryRun, isCanceled, number }: ImportOutcome): string {
  if (isCanceled) {
    if (number === null) return "Canceled; nothing was written";
    return `Import ${number} was canceled; what it had written stays`;
  }
  if (number !== null) return `Import ${number} is done`;
  return isDryRun ? "This would happen; nothing is written yet" : "Nothing was written";
}

interface AfterProps extends Props {
  number: number;
}

/** What is left to do after an import: its questions, or taking it back. */
function After({ file: { questionsLeft }, outcome: { source, counts }, number }: AfterProps) {
  const run = useApi("/api/admin/imports/{number}", { path: { number } });
  return (
    <>
      {questionsLeft > 0 ? (
        <p className="mt-4">
          <a className="link" href={adminPaths.importQuestions(source ? { source } : {})}>
            {`Answer ${plural(questionsLeft, "question")} about this list`}
          </a>
        </p>
      ) : (
        counts.toReview > 0 && <p className="mt-4">All its questions are answered.</p>
      )}
      {run.data && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {run.data.undoneAt === null && <UndoImport run={run.data} />}
          <ImportState run={run.data} />
        </div>
      )}
    </>
  );
}

function Losses({ losses }: { losses: string[] }) {
  return (
    <div className="mt-3 rounded-md bg-amber-wash px-4 py-3 text-amber-ink">
      <p className="font-semibold">This would take away much of what the list gave before:</p>
      <ul className="mt-1 list-disc pl-5">
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p className="mt-2">
        A column may be empty in this edition, or the list isn't whole. If it is right, import it
        all the same.
      </p>
    </div>
  );
}

function Counts({ outcome: { counts } }: { outcome: ImportOutcome }) {
  // Runs of earlier versions lack some.
  const shown = COUNTS.map(([name, label]) => ({ name, label, count: counts[name] ?? 0 }));
  return (
    <>
      <p className="mt-2">{`${plural(counts.records, "record")} read.`}</p>
      <dl className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-4">
        {shown
          .filter(({ count }) => count > 0)
          .map(({ name, label, count }) => (
            <div
              key={name}
              className="flex flex-col-reverse justify-end rounded-md border border-line bg-raised px-4 py-3"
            >
              <dt className="text-[0.9375rem] text-soft leading-tight">{label}</dt>
              <dd className="font-bold font-serif text-2xl">{countText(count)}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function Examples({ examples }: { examples: ImportOutcome["examples"] }) {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer text-blue">Examples of each</summary>
      <ul className="mt-2 grid gap-1 text-[0.9375rem]">
        {examples.map(({ line, name, result, reason }) => (
          <li key={`${line} ${result}`} className="break-words">
            <span className="badge mr-2">{RESULTS[result] ?? result}</span>
            <strong>{name || `Line ${line}`}</strong>
            {reason && <span className="text-soft">{`: ${reason}`}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Imports with the choices that were tried. */
function Import({ file, losses }: { file: ImportFile; losses: string[] }) {
  const [dialog, confirm] = useConfirm();
  const tell = useChanged();
  const { id, choices } = file;
  const start = useAction(
    (allowLoss: boolean) =>
      call("post", "/api/admin/import-files/{id}/runs", {
        path: { id },
        body: { ...choices, dryRun: false, allowLoss },
      }),
    {
      done: () => void tell("import", "run"),
      failed: { title: "Couldn't start it", text: "Please try again." },
    },
  );
  const isLossy = losses.length > 0;
  const press = async () => {
    const isSure =
      !isLossy ||
      (await confirm({
        title: "Import it all the same?",
        text: losses.join(" · "),
        verb: "Import all the same",
        destructive: true,
      }));
    if (isSure) await start.start(isLossy);
  };
  return (
    <div className="mt-5">
      {dialog}
      <button
        type="button"
        className="button button-primary"
        aria-disabled={start.busy}
        onClick={() => void press()}
      >
        {isLossy ? "Import all the same" : "Import"}
      </button>
      <p className="mt-2 text-[0.9375rem] text-soft">
        With what was chosen for this try. If you change something below, try again first.
      </p>
    </div>
  );
}
