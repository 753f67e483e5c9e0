import type { components } from "../../../api/schema.gen.ts";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { useApi } from "../../../kit/api.ts";
import { type Column, DataTable } from "../../../kit/table.tsx";
import { dayText } from "../../../kit/time.ts";

type Reader = components["schemas"]["NewsletterReader"];

const STATES: Record<Reader["state"], string> = {
  confirmed: "Confirmed",
  pending: "Not confirmed yet",
  resting: "Paused after bounces",
};

/** Readers per page, as the server has it. */
const PAGE_SIZE = 20;

interface Props {
  query: {
    search: string;
    state: "" | Reader["state"];
    sort: "" | "address" | "joined";
    direction: "" | "descending";
    page: number;
  };
}

/** The newsletter's readers, one by one. */
export default function ReadersScreen({ query }: Props) {
  return (
    <AdminPage
      title="Newsletter readers"
      action={
        <a className="link" href={adminPaths.newsletter()}>
          Newsletter
        </a>
      }
    >
      <Readers query={query} />
    </AdminPage>
  );
}

const FILTERS = [
  { name: "state", label: "State", options: [["", "All"] as const, ...Object.entries(STATES)] },
];

function Readers({ query }: Props) {
  const { search, state, sort, direction, page } = query;
  const readers = useApi("/api/admin/newsletter/readers", {
    query: {
      search,
      page,
      ...(state ? { state } : {}),
      ...(sort ? { sort } : {}),
      ...(direction ? { direction } : {}),
    },
    keep: true,
  });
  return (
    <>
      <ListFrame
        path={adminPaths.newsletterReaders()}
        query={query}
        words={{ what: "readers", one: "reader", none: "No readers found" }}
        searchLabel="Search by address or town"
        filters={FILTERS}
        result={readers}
        read={({ readers: rows, total }) => ({ rows, total })}
        pageSize={PAGE_SIZE}
      >
        {(rows, tools) => (
          <DataTable
            caption="Readers"
            quiet
            rows={rows}
            keyOf={({ id }) => id}
            {...tools}
            columns={COLUMNS}
          />
        )}
      </ListFrame>
      <p className="mt-6 max-w-text text-[0.9375rem] text-soft">
        Of people who unsubscribed or declined, no address is kept, so they aren't listed.
      </p>
    </>
  );
}

const COLUMNS: readonly Column<Reader>[] = [
  {
    title: "Address",
    sort: "address",
    cell: ({ email }) => (
      <a data-item className="link break-all" href={adminPaths.person(email)}>
        {email}
      </a>
    ),
  },
  { title: "State", cell: ({ state }) => STATES[state] },
  { title: "Towns", cell: ({ towns }) => towns.join("; ") || "The whole directory" },
  {
    title: "Signed up",
    sort: "joined",
    fromEnd: true,
    cell: (reader) => dayText(reader.signedUpAt),
  },
  {
    title: "Confirmed",
    cell: ({ confirmedAt }) => (confirmedAt ? dayText(confirmedAt) : "No"),
  },
];
