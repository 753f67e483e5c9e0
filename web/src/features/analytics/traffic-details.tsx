import { adminPaths } from "../../components/admin/paths.ts";
import { useApi } from "../../kit/api.ts";
import { ChartData } from "../../kit/charts/chart-data.tsx";
import { Async } from "../../kit/states.tsx";
import { DataTable } from "../../kit/table.tsx";
import { dayText } from "../../kit/time.ts";
import { paths } from "../../lib/paths.ts";
import { countText } from "../../lib/text.ts";

/** Searches without results, and referrers. */
export function TrafficDetails() {
  const details = useApi("/api/admin/analytics/details");
  return (
    <Async result={details} what="the details">
      {({ searchesWithoutResults, referrers }) => (
        <div className="mt-12 grid gap-10 lg:grid-cols-2">
          <section aria-labelledby="in-vain">
            <h3 id="in-vain" className="font-bold text-xl">
              Searches without results
            </h3>
            <p className="mt-2 text-soft">These may be towns we don't cover yet.</p>
            {searchesWithoutResults.length === 0 ? (
              <p className="mt-3">Every search had results.</p>
            ) : (
              <>
                <DataTable
                  caption="Searches without results"
                  quiet
                  rows={searchesWithoutResults}
                  keyOf={({ text }) => text}
                  columns={[
                    {
                      title: "Search",
                      cell: ({ text }) => (
                        <a
                          href={paths.search({ q: text })}
                          className="break-words underline underline-offset-4"
                        >
                          {text}
                        </a>
                      ),
                    },
                    { title: "Times", numeric: true, cell: ({ count }) => countText(count) },
                    { title: "Last", cell: ({ lastAt }) => dayText(lastAt) },
                    {
                      title: "Actions",
                      quiet: true,
                      cell: ({ text }) => (
                        <a
                          href={adminPaths.townsNear(text)}
                          className="button button-small"
                          aria-label={`List towns near it: ${text}`}
                        >
                          List towns near it
                        </a>
                      ),
                    },
                  ]}
                />
                <ChartData
                  caption="Searches without results"
                  file="searches-without-results"
                  heads={["Search", "Times", "Last"]}
                  rows={searchesWithoutResults.map(({ text, count, lastAt }) => [
                    text,
                    count,
                    lastAt,
                  ])}
                />
              </>
            )}
          </section>
          <section aria-labelledby="referrers">
            <h3 id="referrers" className="font-bold text-xl">
              Referring sites
            </h3>
            <p className="mt-2 text-soft">The last 30 days. Only the site's name is kept.</p>
            {referrers.length === 0 ? (
              <p className="mt-3">No visits from other sites.</p>
            ) : (
              <>
                <DataTable
                  caption="Referring sites"
                  quiet
                  rows={referrers}
                  keyOf={({ host }) => host}
                  columns={[
                    { title: "Site", cell: ({ host }) => host },
                    { title: "Visits", numeric: true, cell: ({ count }) => countText(count) },
                  ]}
                />
                <ChartData
                  caption="Referring sites"
                  file="sites-that-led-here"
                  heads={["Site", "Visits"]}
                  rows={referrers.map(({ host, count }) => [host, count])}
                />
              </>
            )}
          </section>
        </div>
      )}
    </Async>
  );
}
