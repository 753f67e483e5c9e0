import { type Answer, call, useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { type Column, DataTable } from "../../../kit/table.tsx";
import { momentText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";

type Device = Answer<"get", "/api/sessions">[number];

/** The browsers signed in with this address; each can be signed out here. */
export function SessionList() {
  const sessions = useApi("/api/sessions");
  const tell = useChanged();
  const toast = useToast();
  const failed = { title: "Not signed out", text: "Please try again." };
  const end = useAction(
    ({ id }: Device) => call("delete", "/api/sessions/{id}", { path: { id } }),
    {
      done: (_, { device }) => {
        void tell("session");
        toast({ title: "Signed out", text: device });
      },
      failed,
    },
  );
  const endOthers = useAction(() => call("delete", "/api/sessions"), {
    done: () => {
      void tell("session");
      toast({ title: "Signed out everywhere else" });
    },
    failed,
  });
  const columns: Column<Device>[] = [
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
    <section className="mt-12 max-w-4xl">
      <Async result={sessions} what="where you are signed in">
        {(devices) => (
          <>
            <DataTable
              caption="Where you are signed in"
              columns={columns}
              rows={devices}
              keyOf={({ id }) => id}
            />
            {devices.length > 1 && (
              <button
                type="button"
                className="button button-small mt-5"
                aria-disabled={endOthers.busy}
                onClick={() => endOthers.start(undefined)}
              >
                Sign out everywhere else
              </button>
            )}
          </>
        )}
      </Async>
    </section>
  );
}
