import { AdminPage } from "../../components/admin/admin-page.tsx";
import { NotSetUp } from "../../components/admin/not-set-up.tsx";
import { type Answer, useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { dayText } from "../../kit/time.ts";
import { countText } from "../../lib/text.ts";
import { EnhanceRuns } from "./enhance-runs.tsx";
import { RunHistory } from "./run-history.tsx";

type Stats = Answer<"get", "/api/admin/foursquare-enhancement/stats">;

/** Place-data enhancement: figures, the cities and coffee shops to enhance, earlier runs. */
export default function EnhancementScreen({ query }: { query: { search: string } }) {
  return (
    <AdminPage title="Foursquare Enhancement">
      <Dashboard search={query.search} />
    </AdminPage>
  );
}

function Dashboard({ search }: { search: string }) {
  const stats = useApi("/api/admin/foursquare-enhancement/stats", { keep: true });
  return (
    <div className="mt-6 grid gap-10">
      <Async result={stats} what="the figures">
        {(data) => (
          <>
            <Figures stats={data} />
            {data.isConfigured ? (
              <EnhanceRuns keptDays={data.keptDays} total={data.totalCities} search={search} />
            ) : (
              <NoKey />
            )}
          </>
        )}
      </Async>
      <RunHistory />
    </div>
  );
}

function Figures({ stats }: { stats: Stats }) {
  const last = stats.lastEnhancementDate;
  const tiles = [
    ["Cities with coffee shops", countText(stats.totalCities)],
    ["Enhanced cities", countText(stats.enhancedCities)],
    ["Cities needing enhancement", countText(stats.citiesNeedingEnhancement)],
    ["Photos added in a year", countText(stats.totalPhotosEnhanced)],
    ["API calls used", countText(stats.totalApiCallsUsed)],
    ["Last enhancement", last === null ? "Never" : dayText(last)],
  ] as const;
  return (
    <section aria-label="Figures">
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4">
        {tiles.map(([label, figure]) => (
          <div key={label} className="card flex flex-col p-4 md:p-5">
            <dt className="text-soft">{label}</dt>
            <dd className="mt-1 font-extrabold font-serif text-2xl md:text-3xl">{figure}</dd>
          </div>
        ))}
      </dl>
      {stats.isConfigured && (
        <p className="mt-3 text-soft">
          {`${countText(stats.callsThisMonth)} of ${countText(stats.callsPerMonth)} calls used this month (UTC), renewals included.`}
        </p>
      )}
    </section>
  );
}

function NoKey() {
  return (
    <NotSetUp title="Foursquare isn't set up.">
      Create a service key in a project at foursquare.com/developers, put it into the setting{" "}
      <code>foursquare_api_key</code> (or the environment variable{" "}
      <code className="break-all">TOWNPERK_FOURSQUARE_API_KEY</code>), and restart the server.
    </NotSetUp>
  );
}
