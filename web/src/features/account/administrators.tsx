import { useState } from "react";
import { type Answer, call, useApi } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { Async, Empty } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { type Column, DataTable } from "../../kit/table.tsx";
import { momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { useToast } from "../../ui/toast.tsx";
import { AddAdministrator, type Made, NewAccess } from "./add-administrator.tsx";

type Listed = Answer<"get", "/api/admin/administrators">[number];

/** Everybody with a name, and adding and removing them. */
export function Administrators() {
  const list = useApi("/api/admin/administrators");
  const tell = useChanged();
  const toast = useToast();
  const [made, setMade] = useState<Made | null>(null);
  const [confirmation, confirm] = useConfirm();
  const remove = useAction(
    ({ id }: Listed) => call("delete", "/api/admin/administrators/{id}", { path: { id } }),
    {
      done: (_, { name }) => {
        void tell("administrator");
        toast({ title: "Administrator removed", text: name });
      },
      failed: { title: "Couldn't remove the administrator", text: "Please try again." },
    },
  );
  const ask = async (row: Listed) => {
    const isSure = await confirm({
      title: `Remove ${row.name}?`,
      text: "They are signed out everywhere at once. What they did stays in the log under their name.",
      verb: "Remove administrator",
      keep: "Keep them",
      destructive: true,
    });
    if (isSure) await remove.start(row);
  };
  return (
    <section aria-labelledby="administrators-title" className="mt-12 max-w-4xl">
      {confirmation}
      <h3 id="administrators-title" className="mb-4 font-bold text-xl">
        Administrators
      </h3>
      <Async result={list} what="the administrators">
        {(rows) =>
          rows.length === 0 ? (
            <Empty>Nobody has a name yet: everybody shares one password.</Empty>
          ) : (
            <DataTable
              caption="Administrators"
              quiet
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                ...COLUMNS,
                {
                  title: "Action",
                  quiet: true,
                  cell: (row) =>
                    row.isYou ? (
                      <span className="badge badge-blue">You</span>
                    ) : (
                      <button
                        type="button"
                        className="text-button"
                        aria-disabled={remove.busyWith(row)}
                        onClick={() => void ask(row)}
                      >
                        Remove<span className="sr-only"> {row.name}</span>
                      </button>
                    ),
                },
              ]}
            />
          )
        }
      </Async>
      {made ? (
        <NewAccess made={made} done={() => setMade(null)} />
      ) : (
        <AddAdministrator
          done={(access) => {
            setMade(access);
            void tell("administrator");
          }}
        />
      )}
    </section>
  );
}

const COLUMNS: readonly Column<Listed>[] = [
  { title: "Name", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    title: "Email",
    cell: ({ email }) => <span className="wrap-anywhere">{email ?? "None"}</span>,
  },
  {
    title: "Signs in with",
    cell: ({ hasApp }) => (hasApp ? "Password and app" : "Password alone"),
  },
  {
    title: "Last signed in",
    cell: ({ signedInAt }) => (signedInAt ? momentText(signedInAt) : "Never"),
  },
];
