import { useState } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import {
  ACTIONS,
  ACTORS,
  actorText,
  type Entry,
  entryText,
  KINDS,
  subjectHref,
} from "../../../components/admin/audit-words.ts";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { useApi } from "../../../kit/api.ts";
import { TabLinks } from "../../../kit/tab-links.tsx";
import { type Column, DataTable } from "../../../kit/table.tsx";
import { momentText } from "../../../kit/time.ts";
import { paths, withQuery } from "../../../lib/paths.ts";
import { AuditChanges } from "../components/audit-changes.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { oneOf } from "../components/one-of.ts";

type Actor = Entry["actor"];

const PAGE_SIZE = 20;

const PEOPLE: readonly Actor[] = ["visitor", "person", "administrator"];

interface Props {
  query: {
    search: string;
    actor: string;
    action: string;
    day: string;
    machine: string;
    subject: string;
    kind: string;
    sort: "" | "when";
    direction: "" | "descending";
    page: number;
  };
}

/** The audit log, with undo. */
export default function AuditScreen({ query }: Props) {
  return (
    <AdminPage>
      <Log query={query} />
    </AdminPage>
  );
}

const all = (text: string) => ["", text] as const;

const WHO = {
  name: "actor",
  label: "Who",
  options: [all("Everybody"), ...PEOPLE.map((actor) => [actor, ACTORS[actor]] as const)],
};

const FILTERS = [
  { name: "action", label: "What", options: [all("Everything"), ...Object.entries(ACTIONS)] },
  { name: "kind", label: "About", options: [all("Anything"), ...KINDS] },
  { name: "day", label: "Day" },
];

function Log({ query }: Props) {
  const { search, actor, action, day, machine, subject, kind, sort, direction, page } = query;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const who = oneOf(actor, PEOPLE);
  const log = useApi("/api/admin/audit", {
    query: {
      search,
      page,
      ...(who ? { actor: who } : {}),
      ...(action ? { action } : {}),
      ...(day ? { day } : {}),
      ...(kind ? { kind } : {}),
      ...(subject ? { subject } : {}),
      ...(sort ? { sort, ...(direction ? { direction } : {}) } : {}),
      // One item's history is told in full; elsewhere, what the server did by itself stands apart.
      ...(subject === "" ? { machine: machine === "true" } : {}),
    },
    keep: true,
  });
  const apart = (value: string) => withQuery(paths.adminAudit(), { machine: value });
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <>
      {subject === "" && (
        <TabLinks
          label="Who acted"
          tabs={[
            { text: "People", href: apart("") },
            { text: "The server by itself", href: apart("true") },
          ]}
          current={apart(machine)}
        />
      )}
      <ListFrame
        path={paths.adminAudit()}
        query={query}
        words={{ what: "entries", one: "entry", none: "No entries found" }}
        searchLabel="Search by action, subject or note"
        filters={machine === "" ? [WHO, ...FILTERS] : FILTERS}
        result={log}
        read={({ entries, total }) => ({ rows: entries, total })}
        pageSize={PAGE_SIZE}
        above={() => <Hints isSearched={search !== ""} isOfOne={subject !== ""} />}
      >
        {(rows, tools) => (
          <DataTable
            caption="Entries"
            quiet
            rows={rows}
            keyOf={({ id }) => id}
            {...tools}
            detailOf={({ id }) => open.has(id) && <AuditChanges id={id} />}
            columns={[
              ...COLUMNS,
              {
                title: "Changes",
                quiet: true,
                cell: (entry) => (
                  <ChangesButton
                    entry={entry}
                    isOpen={open.has(entry.id)}
                    toggle={() => toggle(entry.id)}
                  />
                ),
              },
            ]}
          />
        )}
      </ListFrame>
      <ListKeys />
    </>
  );
}

function Hints({ isSearched, isOfOne }: { isSearched: boolean; isOfOne: boolean }) {
  return (
    <>
      {isSearched && (
        <p className="mb-3 text-[0.9375rem] text-soft">
          Text search covers the 5,000 latest entries.
        </p>
      )}
      {isOfOne && (
        <p className="mb-3">
          {"Showing one item's history. "}
          <a className="link" href={paths.adminAudit()}>
            Show all
          </a>
        </p>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Entry>[] = [
  {
    title: "What",
    cell: (entry) => (
      <span data-item tabIndex={-1}>
        {entryText(entry).title}
        {entry.isUndone && <span className="badge ml-2">Undone</span>}
      </span>
    ),
  },
  { title: "About", cell: (entry) => <About entry={entry} /> },
  { title: "Who", cell: actorText },
  {
    title: "When",
    sort: "when",
    fromEnd: true,
    cell: ({ createdAt }) => momentText(createdAt),
  },
];

function About({ entry }: { entry: Entry }) {
  const { about } = entryText(entry);
  const href = subjectHref(entry);
  return (
    <div className="min-w-0">
      {href ? (
        <a className="link" href={href}>
          {about || "Where it is decided"}
        </a>
      ) : (
        about
      )}
      {entry.note && entry.action !== "undo" && (
        <p className="mt-1 max-w-text whitespace-pre-line text-[0.9375rem] text-soft">
          {entry.note}
        </p>
      )}
    </div>
  );
}

function ChangesButton({
  entry,
  isOpen,
  toggle,
}: {
  entry: Entry;
  isOpen: boolean;
  toggle: () => void;
}) {
  const { title, about } = entryText(entry);
  return (
    <button type="button" className="button button-small" aria-expanded={isOpen} onClick={toggle}>
      {isOpen ? "Hide changes" : "Show changes"}
      <span className="sr-only">{` of ${title}, ${about}`}</span>
    </button>
  );
}
