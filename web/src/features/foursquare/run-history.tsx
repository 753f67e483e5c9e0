import { type Answer, useApi } from "../../kit/api.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { DataTable } from "../../kit/table.tsx";
import { momentText } from "../../kit/time.ts";
import { countText } from "../../lib/text.ts";

type Run = Answer<"get", "/api/admin/foursquare-enhancement/history">[number];

/** The latest runs, newest first. */
export function RunHistory() {
  const history = useApi("/api/admin/foursquare-enhancement/history", { keep: true });
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className="mb-4 font-bold text-2xl tracking-tight">
        Enhancement History
      </h2>
      <Async result={history} what="the history">
        {(runs) =>
          runs.length === 0 ? (
            <Empty>Nothing has been enhanced yet.</Empty>
          ) : (
            <DataTable
              caption="Enhancement history"
              quiet
              rows={runs}
              keyOf={({ id }) => id}
              columns={[
                { title: "City", cell: (run) => <Where run={run} /> },
                {
                  title: "Processed",
                  numeric: true,
                  cell: ({ coffeeShopsProcessed: count }) => countText(count),
                },
                {
                  title: "Enhanced",
                  numeric: true,
                  cell: ({ coffeeShopsEnhanced: count }) => countText(count),
                },
                {
                  title: "Photos",
                  numeric: true,
                  cell: ({ photosEnhanced: count }) => countText(count),
                },
                {
                  title: "Calls",
                  numeric: true,
                  cell: ({ apiCallsUsed: count }) => countText(count),
                },
                { title: "When", cell: ({ enhancedAt }) => momentText(enhancedAt) },
                { title: "Time", numeric: true, cell: (run) => timeText(run.processingTimeMs) },
              ]}
            />
          )
        }
      </Async>
    </section>
  );
}

function Where({ run }: { run: Run }) {
  return (
    <div>
      {run.state ? `${run.cityName}, ${run.state}` : run.cityName}
      {!run.isDone && (
        <span className="block text-[0.9375rem] text-soft">
          {run.problem ?? `Not completed: ${run.coffeeShopsProcessed} of ${run.coffeeShops}`}
        </span>
      )}
    </div>
  );
}

/** "4.2 s", "3 min 20 s" */
export function timeText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${countText(minutes)} min ${Math.floor(seconds % 60)} s`;
}
