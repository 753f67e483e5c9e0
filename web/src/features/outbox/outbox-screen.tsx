import type { components } from "../../api/schema.gen.ts";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { ListFrame } from "../../components/admin/list/list-frame.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { useDone } from "../../components/admin/use-undo.ts";
import { call, useApi } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { TabLinks } from "../../kit/tab-links.tsx";
import { DataTable } from "../../kit/table.tsx";
import { momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { plural } from "../../lib/text.ts";
import { LIST } from "../../ui/list-role.ts";
import { useToast } from "../../ui/toast.tsx";

type Item = components["schemas"]["OutboxItem"];
type Reason = components["schemas"]["OutboxReason"];

interface Props {
  query: { state: string; page: number };
}

/** Waiting, sent and failed emails. */
export default function OutboxScreen({ query }: Props) {
  return (
    <AdminPage>
      <Outbox query={query} />
    </AdminPage>
  );
}

/** Emails per page. */
const PAGE_SIZE = 50;

const NOTHING: Record<string, string> = {
  failed: "No failed emails.",
  waiting: "No emails waiting.",
  sent: "No emails sent in the last 60 days.",
};

function Outbox({ query: { state, page } }: Props) {
  const mails = useApi("/api/admin/outbox", { query: { state, page }, keep: true });
  const tell = useChanged();
  const toast = useToast();
  const done = useDone();
  const retry = useAction(
    ({ id }: Item) => call("post", "/api/admin/outbox/{id}/retry", { path: { id } }),
    {
      done: (_, { recipient }) => {
        toast({ title: "Sending again", text: `To ${recipient}` });
        void tell("mail");
      },
      failed: { title: "Couldn't resend the email", text: "Please try again." },
    },
  );
  const dismiss = useAction(
    ({ id }: Item) => call("delete", "/api/admin/outbox/{id}", { path: { id } }),
    {
      done: ({ entry }, { recipient }) => {
        done("Email dismissed", entry, `To ${recipient}`);
        void tell("mail");
      },
      failed: { title: "Couldn't dismiss the email", text: "Reload the page and try again." },
    },
  );
  const tab = (name: string) =>
    name === "failed" ? adminPaths.outbox() : `${adminPaths.outbox()}?state=${name}`;
  return (
    <div className="mt-6">
      {mails.data && (
        <>
          <p className="text-soft">{`Emails are ${mails.data.destination}.`}</p>
          {mails.data.advice && <p className="notice mt-4">{mails.data.advice}</p>}
          <div className="mt-4 mb-5">
            <TabLinks
              label="Emails by status"
              current={tab(state)}
              tabs={[
                { text: "Failed", href: tab("failed"), count: mails.data.failed },
                { text: "Waiting", href: tab("waiting"), count: mails.data.waiting },
                { text: "Sent", href: tab("sent"), count: mails.data.sent },
              ]}
            />
          </div>
          {state === "failed" && <Reasons reasons={mails.data.reasons} />}
        </>
      )}
      <ListFrame
        path={adminPaths.outbox()}
        query={{ page, state: state === "failed" ? "" : state }}
        words={{ what: "emails", one: "email", none: NOTHING[state] }}
        result={mails}
        read={({ items, total }) => ({ rows: items, total })}
        pageSize={PAGE_SIZE}
      >
        {(rows, tools) => (
          <DataTable
            caption="Emails"
            quiet
            rows={rows}
            keyOf={({ id }) => id}
            {...tools}
            columns={[
              { title: "Subject", cell: ({ subject }) => subject },
              {
                title: "Recipient",
                cell: ({ recipient }) => <span className="break-all">{recipient}</span>,
              },
              { title: "Written", cell: ({ createdAt }) => momentText(createdAt) },
              ...(state === "sent"
                ? [
                    {
                      title: "Left",
                      cell: ({ finishedAt }: Item) => (finishedAt ? momentText(finishedAt) : ""),
                    },
                  ]
                : [
                    {
                      title: "Attempts",
                      numeric: true,
                      cell: ({ attempts }: Item) => attempts,
                    },
                    {
                      title: "Reason",
                      cell: ({ error }: Item) => (
                        <span className="break-words">{error ?? "Not tried yet"}</span>
                      ),
                    },
                    ...(state === "waiting"
                      ? [
                          {
                            title: "Next attempt",
                            cell: ({ dueAt }: Item) => momentText(dueAt),
                          },
                        ]
                      : []),
                    {
                      title: "Actions",
                      quiet: true,
                      cell: (item: Item) => (
                        <div className="flex flex-wrap gap-2">
                          <button
                            type="button"
                            className="button button-small"
                            aria-label={`Send again to ${item.recipient}`}
                            aria-disabled={retry.busyWith(item)}
                            onClick={() => void retry.start(item)}
                          >
                            Send Again
                          </button>
                          {item.state === "failed" && (
                            <button
                              type="button"
                              className="button button-small"
                              aria-label={`Dismiss the email to ${item.recipient}`}
                              aria-disabled={dismiss.busyWith(item)}
                              onClick={() => void dismiss.start(item)}
                            >
                              Dismiss
                            </button>
                          )}
                        </div>
                      ),
                    },
                  ]),
            ]}
          />
        )}
      </ListFrame>
    </div>
  );
}

/** Why emails failed, so that many with one cause are dismissed at once. */
export function Reasons({ reasons }: { reasons: Reason[] }) {
  const tell = useChanged();
  const done = useDone();
  const dismiss = useAction(
    ({ reason }: Reason) => call("post", "/api/admin/outbox/dismiss", { body: { reason } }),
    {
      done: ({ dismissed, entry }) => {
        done("Emails dismissed", entry, plural(dismissed, "email"));
        void tell("mail");
      },
      failed: { title: "Couldn't dismiss the emails", text: "Reload the page and try again." },
    },
  );
  const several = reasons.filter(({ count }) => count > 1);
  if (several.length === 0) return null;
  return (
    <ul {...LIST} className="mb-5 grid gap-2" aria-label="Reasons">
      {several.map((one) => (
        <li key={one.reason} className="flex flex-wrap items-center gap-3">
          <span className="min-w-0 break-words">{`${one.count} × ${one.reason}`}</span>
          <button
            type="button"
            className="button button-small"
            aria-label={`Dismiss ${one.count} emails: ${one.reason}`}
            aria-disabled={dismiss.busyWith(one)}
            onClick={() => void dismiss.start(one)}
          >
            {`Dismiss ${one.count}`}
          </button>
        </li>
      ))}
    </ul>
  );
}
