import { call } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { type Column, DataTable } from "../../kit/table.tsx";
import { momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Account } from "./account-screen.tsx";

type Session = Account["sessions"][number];

/** The browsers in which the administrator is signed in; each can be signed out here. */
export function Sessions({ own }: { own: Account }) {
  const tell = useChanged();
  const toast = useToast();
  const failed = { title: "Couldn't sign the browser out", text: "Please try again." };
  const end = useAction(
    ({ id }: Session) => call("delete", "/api/admin/account/sessions/{id}", { path: { id } }),
    {
      done: (_, { device }) => {
        void tell("administrator");
        toast({ title: "Signed out", text: device });
      },
      failed,
    },
  );
  const endOthers = useAction(() => call("delete", "/api/admin/account/sessions"), {
    done: () => {
      void tell("administrator");
      toast({ title: "Signed out everywhere else" });
    },
    failed,
  });
  const columns: Column<Session>[] = [
    { title: "Browser", cell: ({ device }) => device },
    { title: "Signed in", cell: ({ createdAt }) => momentText(createdAt) },
    { title: "Last used", cell: ({ lastSeenAt }) => momentText(lastSeenAt) },
    {
      title: "Action",
      quiet: true,
      cell: (session) =>
        session.isCurrent ? (
          <span className="badge badge-blue">This browser</span>
        ) : (
          <button
            type="button"
            className="text-button"
            aria-disabled={end.busyWith(session)}
            onClick={() => end.start(session)}
          >
            Sign out<span className="sr-only"> {session.device}</span>
          </button>
        ),
    },
  ];
  return (
    <section>
      <DataTable
        caption={
          own.name === null ? "Where the shared password is signed in" : "Where you are signed in"
        }
        columns={columns}
        rows={own.sessions}
        keyOf={({ id }) => id}
      />
      {own.sessions.length > 1 && (
        <button
          type="button"
          className="button button-small mt-5"
          aria-disabled={endOthers.busy}
          onClick={() => endOthers.start(undefined)}
        >
          Sign out everywhere else
        </button>
      )}
    </section>
  );
}
