import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ChoiceBar } from "../../../components/admin/list/choice-bar.tsx";
import { filterOf, useChosen } from "../../../components/admin/list/chosen.ts";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { useApi } from "../../../kit/api.ts";
import { type Column, DataTable } from "../../../kit/table.tsx";
import { dayText } from "../../../kit/time.ts";
import { paths } from "../../../lib/paths.ts";
import { DeleteShop } from "../components/delete-shop.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { oneOf } from "../components/one-of.ts";
import { type AdminShop, ShopBadges } from "../components/shop-badges.tsx";

interface Props {
  query: {
    search: string;
    visibility: string;
    sort: "" | "name" | "town" | "votes" | "added" | "changed";
    direction: "" | "descending";
    page: number;
  };
}

const FILTERS = [
  ["", "All"],
  ["listed", "Listed"],
  ["unpublished", "Not published"],
  ["closed", "Permanently closed"],
  ["deleted", "Deleted"],
  ["unconfirmed", "Unconfirmed"],
  ["boosted", "Boosted"],
] as const;

const VISIBILITIES = FILTERS.map(([value]) => value).filter((value) => value !== "");

const PAGE_SIZE = 20;

/** All coffee shops, visible or not. */
export default function ShopsScreen({ query }: Props) {
  return (
    <AdminPage action={<Links />}>
      <List query={query} />
    </AdminPage>
  );
}

function Links() {
  return (
    <p className="flex flex-wrap gap-3 text-[0.9375rem]">
      <a className="link" href={adminPaths.updateImages()}>
        Update Images
      </a>
      <a className="link" href="/api/admin/export/coffee-shops.csv" download>
        Export CSV
      </a>
      <a className="link" href="/api/admin/export/coffee-shops.geojson" download>
        Export GeoJSON
      </a>
    </p>
  );
}

function List({ query }: Props) {
  const { search, visibility, page, sort, direction } = query;
  const only = oneOf(visibility, VISIBILITIES);
  const shops = useApi("/api/admin/coffee-shops", {
    query: {
      search,
      page,
      pageSize: PAGE_SIZE,
      ...(only ? { visibility: only } : {}),
      ...(sort ? { sort, ...(direction ? { direction } : {}) } : {}),
    },
    keep: true,
  });
  const choice = useChosen(paths.adminShops(), filterOf({ search, visibility }));
  return (
    <>
      <ListFrame
        path={paths.adminShops()}
        query={query}
        words={{ what: "coffee shops", one: "coffee shop", none: "No coffee shops found" }}
        searchLabel="Search by name, address, city or ZIP code"
        filters={[{ name: "visibility", label: "Show", options: FILTERS }]}
        result={shops}
        read={({ shops: rows, total }) => ({ rows, total })}
        pageSize={PAGE_SIZE}
        above={(total) => (
          <ChoiceBar
            choice={choice}
            total={total}
            action={{
              text: "Edit selected",
              href: adminPaths.bulkEdit({ search, visibility }),
            }}
          />
        )}
      >
        {(rows, tools) => (
          <DataTable
            caption="Coffee shops"
            quiet
            rows={rows}
            keyOf={(shop: AdminShop) => shop.id}
            {...tools}
            selection={{
              has: ({ id }) => choice.has(id),
              set: (some, isChosen) =>
                choice.set(
                  some.map(({ id }) => id),
                  isChosen,
                ),
              nameOf: ({ name }) => name,
            }}
            columns={COLUMNS}
          />
        )}
      </ListFrame>
      <ListKeys selects />
    </>
  );
}

const COLUMNS: readonly Column<AdminShop>[] = [
  {
    title: "Name",
    sort: "name",
    cell: (shop) => (
      <a data-item className="link" href={paths.adminShop(shop.id)}>
        {shop.name}
      </a>
    ),
  },
  { title: "Address", sort: "town", cell: (shop) => shop.address },
  { title: "Visibility", cell: (shop) => <ShopBadges shop={shop} /> },
  { title: "Votes", sort: "votes", fromEnd: true, numeric: true, cell: (shop) => shop.upvoteCount },
  { title: "Changed", sort: "changed", fromEnd: true, cell: (shop) => dayText(shop.updatedAt) },
  { title: "Actions", quiet: true, cell: (shop) => <RowActions shop={shop} /> },
];

function RowActions({ shop }: { shop: AdminShop }) {
  return (
    <div className="flex gap-2">
      <a className="button button-small" href={paths.adminShop(shop.id)}>
        Edit<span className="sr-only"> {shop.name}</span>
      </a>
      {!shop.isDeleted && <DeleteShop shop={shop} small />}
    </div>
  );
}
