import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { RunProgress } from "../../../components/admin/run-progress.tsx";
import { useApi, useRefresh } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { DataTable } from "../../../kit/table.tsx";
import { agoText } from "../../../kit/time.ts";
import { NotSetUp } from "../components/not-set-up.tsx";
import { UndoButton } from "../components/undo-button.tsx";
import { outcome, type ZipRun } from "../components/words.ts";
import { ZipForm } from "../components/zip-form.tsx";
import { ZipResult } from "../components/zip-result.tsx";

/** Adds new coffee shops to the town of a ZIP code. */
export default function ZipExpansionScreen() {
  return (
    <AdminPage title="ZIP Code Expansion" tab={adminPaths.zipExpansion()}>
      <ZipExpansion />
    </AdminPage>
  );
}

function ZipExpansion() {
  const refresh = useRefresh();
  const list = useApi("/api/admin/zip-expansion");
  return (
    <Async result={list} what="the expansions">
      {({ services, runs }) => {
        const [latest, ...earlier] = runs.filter(({ state }) => state !== "open");
        return (
          <>
            {services.length === 0 ? <NotSetUp /> : <ZipForm services={services} />}
            <RunProgress
              kind="places.expand_zip"
              name="ZIP code expansion"
              onEnded={() => void refresh("/api/admin/")}
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
          { title: "When", quiet: true, cell: ({ createdAt }) => agoText(createdAt) },
          {
            title: "Result",
            cell: ({ state, error, result, isUndone }) =>
              outcome(state, error, result?.message, isUndone),
          },
          {
            title: "Actions",
            quiet: true,
            cell: ({ result, zipCode, isUndone }) =>
              result?.entry && !isUndone ? (
                <UndoButton entry={result.entry} what={`the shops added for ${zipCode}`} />
              ) : null,
          },
        ]}
      />
    </section>
  );
}
