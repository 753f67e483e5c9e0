import { useEffect, useRef } from "react";
import { call } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { useToast } from "../../ui/toast.tsx";
import { isOpen, type Run, runStates, useRuns } from "./use-runs.ts";

interface Props {
  /** Such as `places.expand_zip`. */
  kind: string;
  /** What the administrator calls it, such as "ZIP code expansion". */
  name: string;
  /** Called once when the run shown here has ended, however it did. */
  onEnded?: (run: Run) => void;
}

/** The open run of a kind with its progress and a button that cancels it. Nothing while there is none. */
export function RunProgress({ kind, name, onEnded }: Props) {
  const { runs } = useRuns();
  const jobs = runs.data?.jobs.filter((job) => job.kind === kind) ?? [];
  const run = jobs.find(isOpen);
  useEnd(run, jobs, onEnded);
  return run ? <OpenRun run={run} name={name} /> : null;
}

/** Calls `onEnded` when the run that was open is listed as ended. */
function useEnd(run: Run | undefined, jobs: Run[], onEnded: Props["onEnded"]) {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const ended = jobs.find((job) => job.id === shown.current && !isOpen(job));
    if (ended) {
      shown.current = null;
      onEnded?.(ended);
    }
    if (run) shown.current = run.id;
  });
}

function OpenRun({ run, name }: { run: Run; name: string }) {
  const tell = useChanged();
  const toast = useToast();
  const cancel = useAction(
    ({ id }: Run) => call("post", "/api/admin/jobs/{id}/cancel", { path: { id } }),
    {
      done: ({ isEnding }) => {
        toast({
          title: isEnding ? "Canceling" : "Canceled",
          text: isEnding ? "It stops at its next step. What it has done is kept." : name,
        });
        void tell("run");
      },
      failed: { title: "Couldn't cancel the job", text: "Please try again." },
    },
  );
  const { progress, isEnding, state, error, waitsFor, moment } = run;
  return (
    <div className="mt-5 rounded-md border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status">
          <span className="font-semibold">{name}</span>
          {": "}
          {isEnding ? "Canceling…" : runStates[state]}
          {progress && progress.total > 0 && `, ${progress.text}`}
        </p>
        {!isEnding && (
          <button
            type="button"
            className="button button-small"
            aria-disabled={cancel.busy}
            onClick={() => void cancel.start(run)}
          >
            Cancel<span className="sr-only"> {name}</span>
          </button>
        )}
      </div>
      <progress
        className="mt-3 block w-full"
        aria-label={`Progress of ${name}`}
        {...(progress && progress.total > 0 ? { max: progress.total, value: progress.done } : {})}
      />
      {waitsFor && (
        <p className="mt-2 text-[0.9375rem]">{`${waitsFor} The run goes on at ${momentText(moment.at)}.`}</p>
      )}
      {error && <p className="mt-2 text-[0.9375rem] text-soft">Last attempt failed: {error}</p>}
      <p className="mt-2 text-[0.9375rem] text-soft">
        You can leave this page. The run continues on the server.
      </p>
    </div>
  );
}
