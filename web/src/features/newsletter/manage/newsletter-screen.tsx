import type { components } from "../../../api/schema.gen.ts";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { call, useApi } from "../../../kit/api.ts";
import { BarChart } from "../../../kit/charts/bar-chart.tsx";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { DataTable } from "../../../kit/table.tsx";
import { dayText, momentText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";
import { countText, plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { NextIssue } from "./next-issue.tsx";

type Overview = components["schemas"]["NewsletterOverview"];

/** Newsletter readers, the next issue, and each issue's results. */
export default function NewsletterScreen() {
  return (
    <AdminPage
      action={
        <a href={adminPaths.outbox()} className="button">
          Outbox
        </a>
      }
    >
      <Newsletter />
    </AdminPage>
  );
}

function Newsletter() {
  const overview = useApi("/api/admin/newsletter");
  return (
    <div className="mt-6">
      <Async result={overview} what="the newsletter">
        {(data) => (
          <div className="grid gap-12">
            <Pause since={data.pausedSince} />
            <Readers data={data} />
            <NextIssue />
            <Issues data={data} />
          </div>
        )}
      </Async>
    </div>
  );
}

/** Pauses all issues, on every node. */
function Pause({ since }: { since: string | null }) {
  const toast = useToast();
  const tell = useChanged();
  const [confirmation, confirm] = useConfirm();
  const pause = useAction(
    (isPaused: boolean) => call("put", "/api/admin/newsletter/pause", { body: { isPaused } }),
    {
      done: ({ pausedSince }) => {
        toast({ title: pausedSince ? "Newsletter paused" : "Newsletter resumed" });
        void tell("newsletter");
      },
      failed: { title: "Couldn't change the newsletter", text: "Please try again." },
    },
  );
  const ask = async () => {
    const isSure = await confirm({
      title: "Pause the newsletter?",
      text: "No issues go out until you resume, including those in the outbox. Other emails aren't affected.",
      verb: "Pause newsletter",
    });
    if (isSure) await pause.start(true);
  };
  return (
    <section aria-labelledby="sending" className={since ? "notice" : "card p-5"}>
      {confirmation}
      <h3 id="sending" className="font-bold text-xl">
        Sending
      </h3>
      <p className="mt-2">
        {since
          ? `Paused since ${momentText(since)}. Nothing is lost: waiting issues go out when you resume.`
          : "An issue goes out Thursdays at 2 PM UTC to every subscriber with something new to read."}
      </p>
      <button
        type="button"
        className={since ? "button button-primary mt-4" : "button mt-4 self-start"}
        aria-disabled={pause.busy}
        onClick={() => void (since ? pause.start(false) : ask())}
      >
        {since ? "Resume Newsletter" : "Pause Newsletter"}
      </button>
    </section>
  );
}

function Readers({ data }: { data: Overview }) {
  const { confirmed, pending, resting, left, refused, gone } = data.readers;
  const states = [
    { title: "Confirmed", value: confirmed, hint: "Receiving every issue." },
    { title: "Pending", value: pending, hint: "Signed up but not confirmed." },
    {
      title: "Paused after bounces",
      value: resting,
      hint: "Their mail server rejected three issues.",
    },
    { title: "Unsubscribed", value: left, hint: "They get no more issues." },
    { title: "Declined", value: refused, hint: "Someone else signed up their address." },
    { title: "Mailbox gone", value: gone, hint: "The mailbox no longer exists." },
  ];
  const joined = data.growth.reduce((sum, week) => sum + week.joined, 0);
  const parted = data.growth.reduce((sum, week) => sum + week.left, 0);
  return (
    <section aria-labelledby="readers">
      <h3 id="readers" className="font-bold text-xl">
        Readers
      </h3>
      <dl className="mt-4 grid grid-cols-2 gap-4 md:grid-cols-3">
        {states.map(({ title, value, hint }) => (
          <div key={title} className="card p-4">
            <dt className="font-bold">{title}</dt>
            <dd>
              <span className="block font-extrabold font-serif text-2xl">{countText(value)}</span>
              <span className="text-[0.9375rem] text-soft">{hint}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <a className="link" href={adminPaths.newsletterReaders()}>
          List of readers
        </a>
      </p>
      <div className="mt-8 grid gap-10 lg:grid-cols-2">
        <BarChart
          title="Growth by week"
          span="The last 26 weeks, starting on Mondays"
          sentence={`${plural(joined, "reader")} joined and stayed; ${countText(parted)} left.`}
          unit="joined"
          beforeLabel="left"
          points={data.growth.map(({ label, joined: value, left: before }) => ({
            label,
            value,
            before,
          }))}
          csv="newsletter-growth"
        />
        <div>
          <h4 className="font-bold font-serif text-xl">By town</h4>
          <p className="mt-1 text-soft">
            {`${plural(data.wholeDirectory, "reader")} chose no town and get news from the whole directory.`}
          </p>
          {data.towns.length > 0 && (
            <DataTable
              caption="Readers by town"
              quiet
              rows={data.towns}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Town",
                  cell: ({ name, state, slug }) => (
                    <a href={paths.city(slug)} className="underline underline-offset-4">
                      {`${name}, ${state}`}
                    </a>
                  ),
                },
                { title: "Readers", numeric: true, cell: ({ readers }) => countText(readers) },
              ]}
            />
          )}
        </div>
      </div>
    </section>
  );
}

function Issues({ data }: { data: Overview }) {
  return (
    <section aria-labelledby="issues">
      <h3 id="issues" className="font-bold text-xl">
        Issues
      </h3>
      <p className="mt-2 text-soft">
        Sent and rejected emails are kept for 60 days. Opens are not tracked.
      </p>
      {data.issues.length === 0 ? (
        <Empty>No issue has gone out yet.</Empty>
      ) : (
        <DataTable
          caption="Issues"
          quiet
          rows={data.issues}
          keyOf={({ id }) => id}
          columns={[
            { title: "Issue of", cell: ({ turn }) => dayText(turn) },
            {
              title: "State",
              cell: ({ finishedAt }) =>
                finishedAt ? `Done ${momentText(finishedAt)}` : "Under way",
            },
            { title: "Sent", numeric: true, cell: ({ sent }) => countText(sent) },
            { title: "Waiting", numeric: true, cell: ({ waiting }) => countText(waiting) },
            { title: "Refused", numeric: true, cell: ({ refused }) => countText(refused) },
            {
              title: "Unsubscribed",
              numeric: true,
              cell: ({ unsubscribed }) => countText(unsubscribed),
            },
          ]}
        />
      )}
    </section>
  );
}
