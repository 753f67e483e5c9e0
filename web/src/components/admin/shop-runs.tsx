import { type ReactNode, useState } from "react";
import type { components } from "../../api/schema.gen.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { momentText, zoneText } from "../../kit/time.ts";
import { paths } from "../../lib/paths.ts";
import { outcomeText, type ShopRun, shopRunStates } from "./run-words.ts";

type Detail = Pick<components["schemas"]["ShopRunDetail"], "run" | "problems" | "successes">;
type Result = components["schemas"]["ShopRunResult"];

/** A query's result, as `useApi` returns it. */
interface Loaded<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface Props {
  runs: Loaded<ShopRun[]>;
  /** "1 text written", "2 texts written", and the word for refused ones. */
  words: { done: [string, string]; refused: string };
  /** Loads and shows a run's shops. */
  detail: (run: ShopRun) => ReactNode;
  /** A button next to the run, such as the one that takes it back. */
  action?: (run: ShopRun) => ReactNode;
}

/** The latest runs over many shops, each with what became of its shops. */
export function ShopRuns({ runs, words, detail, action }: Props) {
  return (
    <section aria-labelledby="past-runs" className="mt-10">
      <h3 id="past-runs" className="font-bold text-xl">
        Past runs
      </h3>
      <p className="mb-4 text-[0.875rem] text-soft">{`Times are yours (${zoneText()}).`}</p>
      <Async result={runs} what="the past runs">
        {(all) =>
          all.length === 0 ? (
            <Empty>No run yet.</Empty>
          ) : (
            <ol className="grid gap-3">
              {all.map((run) => (
                <li key={run.id} className="rounded-md border border-line bg-raised p-4">
                  <OneRun run={run} words={words} detail={detail} action={action?.(run)} />
                </li>
              ))}
            </ol>
          )
        }
      </Async>
    </section>
  );
}

interface OneRunProps extends Pick<Props, "words" | "detail"> {
  run: ShopRun;
  action: ReactNode;
}

function OneRun({ run, words, detail, action }: OneRunProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h4 className="font-semibold">{run.label}</h4>
        <p className="text-[0.875rem] text-soft">{momentText(run.startedAt)}</p>
      </div>
      <p className="mt-1">
        {`${shopRunStates[run.state]}: ${outcomeText(run, words)}.`}
        {run.model && <span className="text-soft">{` Model: ${run.model}`}</span>}
      </p>
      {run.stopped && <p className="mt-1 text-red">{run.stopped}</p>}
      {run.processed > 0 && (
        <div className="mt-3 flex flex-wrap gap-3">
          <button
            type="button"
            className="button button-small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide shops" : "Show shops"}
            <span className="sr-only">{` of the run of ${momentText(run.startedAt)}`}</span>
          </button>
          {action}
        </div>
      )}
      {isOpen && <div className="mt-3 border-rule border-t pt-3">{detail(run)}</div>}
    </>
  );
}

const OUTCOMES: Record<Result["outcome"], string> = {
  done: "Done",
  refused: "Refused",
  failed: "Failed",
  skipped: "Changed meanwhile",
  undone: "Taken back",
  waiting: "Waiting",
  declined: "Not published",
};

/** A run's shops: first those that need a look. */
export function RunShops({ detail: { run, problems, successes } }: { detail: Detail }) {
  const hidden = run.processed - run.waiting - problems.length - successes.length;
  return (
    <>
      <ul className="grid gap-3">
        {[...problems, ...successes].map((result) => (
          <li key={result.shopId}>
            <p>
              {result.slug ? (
                <a className="link" href={paths.shop(result.slug)}>
                  {result.name}
                </a>
              ) : (
                result.name
              )}
              {result.town && <span className="text-soft">{`, ${result.town}`}</span>}
              <span className="badge ml-2">{OUTCOMES[result.outcome]}</span>
            </p>
            {result.detail && (
              <p className="mt-1 max-w-text whitespace-pre-line break-words text-[0.9375rem] text-soft">
                {result.detail}
              </p>
            )}
            {result.keptBecause && (
              <p className="mt-1 max-w-text text-[0.9375rem]">{`Not taken back. ${result.keptBecause}`}</p>
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-3 text-[0.9375rem] text-soft">{`And ${hidden} more shops.`}</p>
      )}
    </>
  );
}
