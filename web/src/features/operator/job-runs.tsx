import { type Run, runStates, useRuns } from "../../components/admin/use-runs.ts";
import { call } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { Async, Empty } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { DataTable } from "../../kit/table.tsx";
import { momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { useToast } from "../../ui/toast.tsx";

/** Running and waiting jobs with their progress, and the latest ended ones, updated by server-sent events. */
export function JobRuns() {
  const { runs, isLive } = useRuns();
  return (
    <section aria-labelledby="runs">
      <h3 id="runs" className="font-bold text-xl">
        Running and recent jobs
      </h3>
      <p role="status" className="mt-2 text-soft">
        {isLive
          ? "This list updates automatically."
          : "Not connected to the server. This list may be out of date."}
      </p>
      <Async result={runs} what="the jobs">
        {({ jobs }) =>
          jobs.length === 0 ? <Empty>No job has run yet.</Empty> : <Table jobs={jobs} />
        }
      </Async>
    </section>
  );
}

function Table({ jobs }: { jobs: Run[] }) {
  const tell = useChanged();
  const toast = useToast();
  const [dialog, ask] = useConfirm();
  const cancel = useAction(
    ({ id }: Run) => call("post", "/api/admin/jobs/{id}/cancel", { path: { id } }),
    {
      done: ({ kind, isEnding }) => {
        toast({
          title: isEnding ? "Canceling the job" : "Job canceled",
          text: isEnding ? `${kind} will stop at its next step.` : kind,
        });
        void tell("run");
      },
      failed: { title: "Couldn't cancel the job", text: "Please try again." },
    },
  );
  const start = async (run: Run) => {
    const isMeant = await ask({
      title: `Cancel “${run.kind}”?`,
      text: "Work done so far is kept. A scheduled job runs again at its next time.",
      verb: "Cancel job",
      keep: "Keep it",
      destructive: true,
    });
    if (isMeant) await cancel.start(run);
  };
  return (
    <>
      {dialog}
      <DataTable
        caption="Running and recent jobs"
        quiet
        rows={jobs}
        keyOf={({ id }) => id}
        columns={[
          { title: "Job", cell: ({ kind }) => kind },
          { title: "Status", cell: (run) => <Status run={run} /> },
          { title: "Progress", cell: (run) => <Progress run={run} /> },
          {
            title: "When",
            cell: ({ moment }) => (
              <div>
                {moment.age}
                <span className="block sm:whitespace-nowrap text-[0.9375rem] text-soft">
                  {momentText(moment.at)}
                </span>
              </div>
            ),
          },
          {
            title: "Actions",
            quiet: true,
            cell: (run) =>
              (run.state === "waiting" || run.state === "running") && !run.isEnding ? (
                <button
                  type="button"
                  className="button button-small"
                  aria-label={`Cancel ${run.kind}`}
                  aria-disabled={cancel.busyWith(run)}
                  onClick={() => void start(run)}
                >
                  Cancel
                </button>
              ) : null,
          },
        ]}
      />
    </>
  );
}

function Status({ run: { state, isEnding, error, attempts, waitsFor, node } }: { run: Run }) {
  return (
    <div>
      <span className={state === "failed" ? "font-bold text-red" : undefined}>
        {isEnding ? "Canceling…" : runStates[state]}
      </span>
      {state === "running" && node && (
        <span className="block break-all text-[0.9375rem] text-soft">{node}</span>
      )}
      {waitsFor && <span className="block break-words text-[0.9375rem]">{waitsFor}</span>}
      {error && (
        <span className="block break-words text-[0.9375rem]">
          {state === "waiting" ? `Attempt ${attempts} failed: ${error}` : error}
        </span>
      )}
    </div>
  );
}

function Progress({ run: { kind, progress, state } }: { run: Run }) {
  if (!progress || progress.total === 0) return <span className="text-soft">–</span>;
  return (
    <div className="max-md:w-1/2">
      {state === "running" && (
        <progress
          className="block w-full"
          aria-label={`Progress of ${kind}`}
          max={progress.total}
          value={progress.done}
        />
      )}
      <span className="text-[0.9375rem]">{progress.text}</span>
    </div>
  );
}
