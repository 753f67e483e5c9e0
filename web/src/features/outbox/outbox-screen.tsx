import type { components } from "../../api/schema.gen.ts";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { listAddress } from "../../kit/address.ts";
import { call, useApi, useRefresh } from "../../kit/api.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { TabLinks } from "../../kit/tab-links.tsx";
import { DataTable, TablePages } from "../../kit/table.tsx";
import { momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { useToast } from "../../ui/toast.tsx";

type Item = components["schemas"]["OutboxItem"];

interface Props {
  query: { state: string; page: number };
}

/** Waiting, sent and failed emails. */
export default function OutboxScreen({ query }: Props) {
  return (
    <AdminPage tab={adminPaths.outbox()} title="Outbox">
      <Outbox query={query} />
    </AdminPage>
  );
}

const NOTHING: Record<string, string> = {
  failed: "No failed emails.",
  waiting: "No emails waiting.",
  sent: "No emails sent in the last 60 days.",
};

function Outbox({ query: { state, page } }: Props) {
  const mails = useApi("/api/admin/outbox", { query: { state, page }, keep: true });
  const refresh = useRefresh();
  const toast = useToast();
  const retry = useAction(
    ({ id }: Item) => call("post", "/api/admin/outbox/{id}/retry", { path: { id } }),
    {
      done: (_, { recipient }) => {
        toast({ title: "Sending again", text: `To ${recipient}` });
        void refresh("/api/admin/outbox");
      },
      failed: { title: "Error", text: "Failed to resend the email" },
    },
  );
  const hrefOf = listAddress(adminPaths.outbox(), { state: state === "failed" ? null : state });
  const tab = (name: string) =>
    name === "failed" ? adminPaths.outbox() : `${adminPaths.outbox()}?state=${name}`;
  return (
    <div className="mt-6">
      <Async result={mails} what="the outbox">
        {(data) => (
          <>
            <p className="text-soft">{`Emails are ${data.destination}.`}</p>
            <div className="mt-4 mb-5">
              <TabLinks
                label="Emails by status"
                current={tab(state)}
                tabs={[
                  { text: "Failed", href: tab("failed"), count: data.failed },
                  { text: "Waiting", href: tab("waiting"), count: data.waiting },
                  { text: "Sent", href: tab("sent"), count: data.sent },
                ]}
              />
            </div>
            {data.items.length === 0 ? (
              <Empty>{NOTHING[state]}</Empty>
            ) : (
              <>
                <DataTable
                  caption="Emails"
                  quiet
                  rows={data.items}
                  keyOf={({ id }) => id}
                  stale={mails.isPlaceholderData}
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
                            cell: ({ finishedAt }: Item) =>
                              finishedAt ? momentText(finishedAt) : "",
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
                              <button
                                type="button"
                                className="button button-small"
                                aria-label={`Send again to ${item.recipient}`}
                                aria-disabled={retry.busyWith(item)}
                                onClick={() => void retry.start(item)}
                              >
                                Send Again
                              </button>
                            ),
                          },
                        ]),
                  ]}
                />
                <TablePages
                  what="emails"
                  one="email"
                  page={data.page}
                  pageSize={data.pageSize}
                  total={data.total}
                  hrefOf={(to) => hrefOf({ page: to })}
                />
              </>
            )}
          </>
        )}
      </Async>
    </div>
  );
}
