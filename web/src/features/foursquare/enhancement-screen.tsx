import type { ReactNode } from "react";
import { LogoutButton } from "../../components/admin/logout-button.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { AdminGate } from "../../components/sign-in/admin-gate.tsx";
import { type Answer, useApi } from "../../kit/api.ts";
import { PrivateHead } from "../../kit/private-head.tsx";
import { Async } from "../../kit/states.tsx";
import { dayText } from "../../kit/time.ts";
import { countText } from "../../lib/text.ts";
import { EnhanceRuns } from "./enhance-runs.tsx";
import { RunHistory } from "./run-history.tsx";

type Stats = Answer<"get", "/api/admin/foursquare-enhancement/stats">;

const TITLE = "Foursquare Enhancement";

/** Place-data enhancement: figures, the cities and coffee shops to enhance, earlier runs. */
export default function EnhancementScreen({ query }: { query: { search: string } }) {
  return (
    <AdminGate fallback={(form) => <Frame>{form}</Frame>}>
      <Frame action={<LogoutButton />}>
        <p className="mt-2">
          <a className="link" href={adminPaths.foursquareTab()}>
            Admin Dashboard
          </a>
        </p>
        <Dashboard search={query.search} />
      </Frame>
    </AdminGate>
  );
}

function Frame({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="page pt-8 pb-16 md:pt-12">
      <PrivateHead title={TITLE} />
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-extrabold text-3xl leading-tight tracking-tight md:text-4xl">
          {TITLE}
        </h1>
        {action}
      </header>
      {children}
    </div>
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
              <EnhanceRuns keptDays={data.keptDays} search={search} />
            ) : (
              <NotConfigured />
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

/** Says what to set, instead of buttons that can't work. */
function NotConfigured() {
  return (
    <section aria-labelledby="setup-title" className="notice">
      <h2 id="setup-title" className="font-bold text-xl">
        Foursquare isn't set up
      </h2>
      <p className="mt-2">
        Create a service key in a project at foursquare.com/developers, put it into the setting{" "}
        <code>foursquare_api_key</code> (or the environment variable{" "}
        <code className="break-all">TOWNPERK_FOURSQUARE_API_KEY</code>), and restart the server.
      </p>
    </section>
  );
}
