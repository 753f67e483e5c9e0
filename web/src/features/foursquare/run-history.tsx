import { useState } from "react";
import { TakeBack } from "../../components/admin/take-back.tsx";
import { type Answer, call, useApi } from "../../kit/api.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { DataTable } from "../../kit/table.tsx";
import { momentText, zoneText } from "../../kit/time.ts";
import { paths } from "../../lib/paths.ts";
import { countText, plural } from "../../lib/text.ts";

type Run = Answer<"get", "/api/admin/foursquare-enhancement/history">[number];

/** The latest runs, newest first. */
export function RunHistory() {
  const history = useApi("/api/admin/foursquare-enhancement/history", { keep: true });
  return (
    <section aria-labelledby="history-title">
      <h3 id="history-title" className="mb-4 font-bold text-2xl tracking-tight">
        Enhancement History
      </h3>
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
                { title: `When (${zoneText()})`, cell: ({ enhancedAt }) => momentText(enhancedAt) },
                { title: "Time", numeric: true, cell: (run) => timeText(run.processingTimeMs) },
                { title: "Undo", cell: (run) => run.undoable > 0 && <Undo run={run} /> },
              ]}
            />
          )
        }
      </Async>
    </section>
  );
}

const placeOf = ({ cityName, state }: Run) => (state ? `${cityName}, ${state}` : cityName);

function Undo({ run }: { run: Run }) {
  const tell = useChanged();
  const address = "/api/admin/foursquare-enhancement/history/{id}/undo";
  return (
    <TakeBack
      run={{ label: placeOf(run), done: run.undoable }}
      words={["enhancement", "enhancements", "Enhancements"]}
      note="What Foursquare said before isn't kept, so only a new run brings it back."
      undo={() => call("post", address, { path: { id: run.id } })}
      done={() => void tell("run", "shop", "city")}
    />
  );
}

function Where({ run }: { run: Run }) {
  return (
    <div>
      {placeOf(run)}
      {run.undone > 0 && (
        <span className="block text-[0.9375rem] text-soft">{`${plural(run.undone, "enhancement")} taken back`}</span>
      )}
      {(run.coffeeShopsEnhanced < run.coffeeShopsProcessed || isPartlyUndone(run)) && (
        <Problems run={run} />
      )}
      {!run.isDone && (
        <span className="block text-[0.9375rem] text-soft">
          {run.problem ?? `Not completed: ${run.coffeeShopsProcessed} of ${run.coffeeShops}`}
        </span>
      )}
    </div>
  );
}

/** Whether something stayed when it was taken back. */
const isPartlyUndone = ({ undone, undoable }: Run) => undone > 0 && undoable > 0;

/** The coffee shops that got nothing, or kept it, and why; loaded once they are asked for. */
function Problems({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  const left = run.coffeeShopsProcessed - run.coffeeShopsEnhanced;
  const parts = [
    left > 0 && `${plural(left, "coffee shop")} not enhanced`,
    isPartlyUndone(run) && `${countText(run.undoable)} not taken back`,
  ];
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-[0.9375rem] text-blue">
        {parts.filter(Boolean).join(", ")}
      </summary>
      {isOpen && <ProblemList id={run.id} />}
    </details>
  );
}

function ProblemList({ id }: { id: string }) {
  const problems = useApi("/api/admin/foursquare-enhancement/history/{id}/problems", {
    path: { id },
  });
  return (
    <Async result={problems} what="the coffee shops">
      {(shops) =>
        shops.length === 0 ? (
          <Empty>Runs before this release don't say which.</Empty>
        ) : (
          <ul className="mt-2 grid gap-2 text-[0.9375rem]">
            {shops.map(({ shopId, slug, name, detail, keptBecause }) => (
              <li key={shopId}>
                {slug ? (
                  <a className="link" href={paths.shop(slug)}>
                    {name}
                  </a>
                ) : (
                  name
                )}
                <span className="block text-soft">{keptBecause ?? detail}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Async>
  );
}

/** "4.2 s", "3 min 20 s" */
export function timeText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${countText(minutes)} min ${Math.floor(seconds % 60)} s`;
}
