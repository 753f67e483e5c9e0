import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { RunProgress } from "../../../components/admin/run-progress.tsx";
import { useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { DataTable } from "../../../kit/table.tsx";
import { momentText, zoneText } from "../../../kit/time.ts";
import { KeptShops } from "../components/kept-shops.tsx";
import { NoPlaceData } from "../components/no-place-data.tsx";
import { outcome, type ZipRun } from "../components/words.ts";
import { ZipForm } from "../components/zip-form.tsx";
import { UndoZipRun, ZipResult } from "../components/zip-result.tsx";

/** Adds new coffee shops to the town of a ZIP code. */
export default function ZipExpansionScreen() {
  return (
    <AdminPage>
      <ZipExpansion />
    </AdminPage>
  );
}

function ZipExpansion() {
  const tell = useChanged();
  const list = useApi("/api/admin/zip-expansion");
  return (
    <Async result={list} what="the expansions">
      {({ services, runs }) => {
        const [latest, ...earlier] = runs.filter(({ state }) => state !== "open");
        return (
          <>
            {services.length === 0 ? <NoPlaceData /> : <ZipForm services={services} />}
            <RunProgress
              kind="places.expand_zip"
              name="ZIP code expansion"
              onEnded={() => void tell("run", "shop", "city")}
            />
            {latest ? (
              <ZipResult run={latest} />
            ) : (
              <div className="mt-8">
                <Empty>No ZIP code has been expanded yet.</Empty>
              </div>
            )}
            {earlier.length > 0 && <Earlier runs={earlier} />}
          </>
        );
      }}
    </Async>
  );
}

function Earlier({ runs }: { runs: ZipRun[] }) {
  return (
    <section aria-labelledby="earlier-runs" className="mt-10">
      <h3 id="earlier-runs" className="mb-3 font-bold text-xl">
        Earlier runs
      </h3>
      <DataTable
        caption="Earlier runs"
        quiet
        rows={runs}
        keyOf={({ id }) => id}
        columns={[
          { title: "ZIP code", cell: ({ zipCode }) => zipCode },
          {
            title: `When (${zoneText()})`,
            quiet: true,
            cell: ({ createdAt }) => momentText(createdAt),
          },
          { title: "Result", cell: (run) => <Result run={run} /> },
          {
            title: "Actions",
            quiet: true,
            cell: (run) => (run.result?.entry && !run.isUndone ? <UndoZipRun run={run} /> : null),
          },
        ]}
      />
    </section>
  );
}

function Result({ run: { state, error, result, isUndone, kept } }: { run: ZipRun }) {
  return (
    <>
      {outcome(state, error, result?.message, isUndone)}
      <KeptShops kept={kept} />
    </>
  );
}
