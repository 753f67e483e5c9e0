import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { RunProgress } from "../../../components/admin/run-progress.tsx";
import { type Answer, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { countText } from "../../../lib/text.ts";
import { MetroForm } from "../components/metro-form.tsx";
import { MetroRunResult } from "../components/metro-run.tsx";
import { NoPlaceData } from "../components/no-place-data.tsx";

type Stats = Answer<"get", "/api/admin/expansion/stats">;

/** Adds new coffee shops to the metro areas of a list, some at a time. */
export default function ExpansionScreen() {
  return (
    <AdminPage>
      <Expansion />
    </AdminPage>
  );
}

function Expansion() {
  const tell = useChanged();
  const stats = useApi("/api/admin/expansion/stats");
  return (
    <>
      <Async result={stats} what="the metro areas">
        {(figures) => (
          <>
            <Figures stats={figures} />
            {figures.services.length === 0 ? (
              <NoPlaceData />
            ) : (
              <MetroForm services={figures.services} />
            )}
          </>
        )}
      </Async>
      <RunProgress
        kind="places.expand_metro"
        name="Metro expansion"
        onEnded={() => void tell("run", "shop", "city")}
      />
      <Runs />
    </>
  );
}

function Figures({ stats }: { stats: Stats }) {
  const { completionPercentage, scrapedAreas, totalMetroAreas, remainingAreas } = stats;
  const tiles = [
    ["Areas done", countText(scrapedAreas)],
    ["Areas remaining", countText(remainingAreas)],
    ["Metro areas", countText(totalMetroAreas)],
    ["Coffee shops", countText(stats.totalCoffeeShops)],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {tiles.map(([label, figure]) => (
          <div key={label} className="rounded-md border border-line bg-raised px-4 py-3">
            <dt className="text-[0.9375rem] text-soft">{label}</dt>
            <dd className="font-bold font-serif text-2xl">{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4" id="completion">
        {`${completionPercentage}% complete`}
      </p>
      <progress
        className="mt-1 block w-full"
        aria-labelledby="completion"
        max={100}
        value={completionPercentage}
      />
      <p className="mt-2 text-[0.9375rem] text-soft">
        {`${countText(totalMetroAreas)} small metro areas and ${countText(stats.totalTowns)} smaller towns, chains excluded. ${LISTS[stats.list]}`}
      </p>
    </>
  );
}

const LISTS: Record<Stats["list"], string> = {
  shipped: "This is the list that comes with the product.",
  files: "This is the list in the data folder.",
};

function Runs() {
  const list = useApi("/api/admin/expansion/runs");
  return (
    <section aria-labelledby="metro-runs" className="mt-10">
      <h3 id="metro-runs" className="mb-3 font-bold text-xl">
        Runs
      </h3>
      <Async result={list} what="the runs">
        {({ runs }) => {
          const ended = runs.filter(({ state }) => state !== "open");
          return ended.length === 0 ? (
            <Empty>No metro area has been processed yet.</Empty>
          ) : (
            <ul className="grid gap-4">
              {ended.map((run) => (
                <li key={run.id}>
                  <MetroRunResult run={run} />
                </li>
              ))}
            </ul>
          );
        }}
      </Async>
    </section>
  );
}
