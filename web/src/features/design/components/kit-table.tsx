import { listAddress } from "../../../kit/address.ts";
import { Empty } from "../../../kit/states.tsx";
import { type Column, DataTable, TableFilter, TablePages } from "../../../kit/table.tsx";
import { SHOPS } from "../samples.ts";
import type { KitQuery } from "./kit-parts.tsx";

type Row = (typeof SHOPS)[number];

const COLUMNS: readonly Column<Row>[] = [
  {
    title: "Name",
    sort: "name",
    cell: ({ name }) => (
      <a className="link" href="/design">
        {name}
      </a>
    ),
  },
  { title: "Town", cell: ({ cityName, state }) => `${cityName}, ${state}` },
  { title: "Votes", sort: "votes", numeric: true, cell: ({ upvoteCount }) => upvoteCount },
  {
    title: "Actions",
    quiet: true,
    cell: ({ name }) => (
      <button type="button" className="text-button">
        Edit<span className="sr-only"> {name}</span>
      </button>
    ),
  },
];

const PAGE_SIZE = 3;

/** A table with its order, filter and page in the URL. */
export function KitTable({ query, theme }: { query: KitQuery; theme: string }) {
  const { find, sort, direction, page } = query;
  const hrefOf = listAddress("/design", { find, sort, direction });
  const rows = SHOPS.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase())).sort(
    (a, b) =>
      (sort === "votes" ? a.upvoteCount - b.upvoteCount : a.name < b.name ? -1 : 1) *
      (direction === "ascending" ? 1 : -1),
  );
  return (
    <>
      <TableFilter
        action="/design"
        label="Find a coffee shop"
        name="find"
        id={`find-${theme}`}
        value={find}
        kept={{ sort, direction }}
      />
      <div className="mt-5">
        {rows.length === 0 ? (
          <Empty>No coffee shops found</Empty>
        ) : (
          <DataTable
            caption={`Coffee shops, ${theme}`}
            columns={COLUMNS}
            rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
            keyOf={({ id }) => id}
            order={{ by: sort, direction: direction as "ascending" | "descending" }}
            hrefOfOrder={(order) => hrefOf({ sort: order.by, direction: order.direction })}
          />
        )}
      </div>
      <TablePages
        what={`coffee shops, ${theme}`}
        one={`coffee shop, ${theme}`}
        page={page}
        pageSize={PAGE_SIZE}
        total={rows.length}
        hrefOf={(next) => hrefOf({ page: next })}
      />
    </>
  );
}
