import type { ReactNode } from "react";
import type { components } from "../../api/schema.gen.ts";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { useApi } from "../../kit/api.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { DataTable } from "../../kit/table.tsx";
import { momentText } from "../../kit/time.ts";
import { countText } from "../../lib/text.ts";
import { JobRuns } from "./job-runs.tsx";

type Overview = components["schemas"]["OperatorOverview"];
type Moment = components["schemas"]["Moment"];

/** Server, mail, backups, imports, payments, disk, nodes, jobs: each with its last run, its age, and advice. */
export default function OperatorScreen() {
  return (
    <AdminPage>
      <Operator />
    </AdminPage>
  );
}

function Operator() {
  const overview = useApi("/api/admin/operator");
  return (
    <div className="mt-6">
      <Async result={overview} what="the state of the server">
        {(data) => (
          <div className="grid gap-12">
            <Facts data={data} />
            <Lines data={data} />
            <Nodes data={data} />
            <Jobs data={data} />
            <JobRuns />
          </div>
        )}
      </Async>
    </div>
  );
}

function When({ moment }: { moment: Moment | null }) {
  if (!moment) return <>never</>;
  return (
    <div>
      {moment.age}
      <span className="block font-normal text-[0.9375rem] text-soft sm:whitespace-nowrap">
        {momentText(moment.at)}
      </span>
    </div>
  );
}

function Facts({ data }: { data: Overview }) {
  const { mail } = data;
  return (
    <>
      <section aria-labelledby="server">
        <h3 id="server" className="font-bold text-xl">
          Server
        </h3>
        <dl className="facts mt-3 grid grid-cols-2 gap-4 md:grid-cols-3">
          <Fact title="Version">{data.version}</Fact>
          <Fact title="Mode">{data.mode}</Fact>
          <Fact title="Database">{data.database}</Fact>
        </dl>
      </section>
      <section aria-labelledby="mail">
        <h3 id="mail" className="font-bold text-xl">
          Mail
        </h3>
        <p className="mt-2 text-soft">{`Emails are ${mail.destination}.`}</p>
        <dl className="mt-3 grid grid-cols-2 gap-4 md:grid-cols-4">
          <Fact title="Last sent">
            <When moment={mail.lastSent} />
          </Fact>
          <Fact title="Waiting">{countText(mail.waiting)}</Fact>
          <Fact title="Failed">{countText(mail.failed)}</Fact>
          <Fact title="Oldest due">
            {mail.oldestDue ? <When moment={mail.oldestDue} /> : "none"}
          </Fact>
        </dl>
        {mail.listsPaused && (
          <p className="notice mt-4">
            {`The newsletter is paused: ${mail.listsPaused.age}. `}
            <a href={adminPaths.newsletter()}>Newsletter</a>
          </p>
        )}
        {mail.advice && (
          <p className="notice mt-4">
            {`${mail.advice} `}
            <a href={adminPaths.outbox()}>Outbox</a>
          </p>
        )}
      </section>
    </>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="card p-4">
      <dt className="text-soft">{title}</dt>
      <dd className="mt-1 font-bold">{children}</dd>
    </div>
  );
}

/** Advice, or that everything is fine. */
function Status({ advice }: { advice: string | null }) {
  return advice ? <span className="font-bold text-red">{advice}</span> : <>OK</>;
}

function Lines({ data }: { data: Overview }) {
  return (
    <section aria-labelledby="upkeep">
      <h3 id="upkeep" className="font-bold text-xl">
        Upkeep
      </h3>
      <DataTable
        caption="Upkeep"
        quiet
        rows={data.lines}
        keyOf={({ name }) => name}
        columns={[
          { title: "What", cell: ({ name }) => name },
          { title: "Last", cell: ({ last }) => <When moment={last} /> },
          { title: "Details", cell: ({ text }) => text },
          { title: "Status", cell: ({ advice }) => <Status advice={advice} /> },
        ]}
      />
    </section>
  );
}

function Nodes({ data }: { data: Overview }) {
  return (
    <section aria-labelledby="nodes">
      <h3 id="nodes" className="font-bold text-xl">
        Nodes
      </h3>
      {data.nodes.length === 0 ? (
        <Empty>No server has reported in yet. Servers report once a minute.</Empty>
      ) : (
        <DataTable
          caption="Nodes"
          quiet
          rows={data.nodes}
          keyOf={({ name }) => name}
          columns={[
            { title: "Listens on", cell: ({ name }) => <span className="break-all">{name}</span> },
            { title: "Version", cell: ({ version }) => version },
            { title: "Started", cell: ({ started }) => <When moment={started} /> },
            { title: "Last seen", cell: ({ seen }) => <When moment={seen} /> },
            { title: "Clock", cell: ({ clock }) => clock },
            { title: "Runs", cell: ({ jobs }) => (jobs.length > 0 ? jobs.join(", ") : "no job") },
            { title: "Status", cell: ({ advice }) => <Status advice={advice} /> },
          ]}
        />
      )}
    </section>
  );
}

function Jobs({ data }: { data: Overview }) {
  return (
    <section aria-labelledby="jobs">
      <h3 id="jobs" className="font-bold text-xl">
        Jobs
      </h3>
      {data.jobs.length === 0 ? (
        <Empty>No job has run yet.</Empty>
      ) : (
        <DataTable
          caption="Jobs"
          quiet
          rows={data.jobs}
          keyOf={({ kind }) => kind}
          columns={[
            { title: "Job", cell: ({ kind }) => kind },
            { title: "Next", cell: ({ next }) => (next ? <When moment={next} /> : "none") },
            { title: "Last done", cell: ({ lastDone }) => <When moment={lastDone} /> },
            { title: "Last failed", cell: ({ lastFailed }) => <When moment={lastFailed} /> },
            {
              title: "Status",
              cell: ({ error, advice }) => (
                <div>
                  <Status advice={advice} />
                  {advice && error && (
                    <span className="block break-words text-[0.9375rem]">{error}</span>
                  )}
                </div>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
