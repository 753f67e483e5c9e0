import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { listAddress } from "../../../kit/address.ts";
import { useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { DataTable, TableFilter, TablePages } from "../../../kit/table.tsx";
import { paths } from "../../../lib/paths.ts";
import { DeleteShop } from "../components/delete-shop.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { oneOf } from "../components/one-of.ts";
import { type AdminShop, ShopBadges } from "../components/shop-badges.tsx";

interface Props {
  query: { search: string; visibility: string; page: number };
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
    <AdminPage title="Coffee Shops" tab={paths.adminShops()} action={<Links />}>
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

function List({ query: { search, visibility, page } }: Props) {
  const only = oneOf(visibility, VISIBILITIES);
  const shops = useApi("/api/admin/coffee-shops", {
    query: { search, page, pageSize: PAGE_SIZE, ...(only ? { visibility: only } : {}) },
    keep: true,
  });
  const hrefOf = listAddress(paths.adminShops(), { search, visibility });
  return (
    <>
      <TableFilter
        action={paths.adminShops()}
        label="Search by name, address, city or ZIP code"
        name="search"
        value={search}
      >
        <div className="basis-48">
          <label htmlFor="filter-visibility" className="field-label">
            Show
          </label>
          <select
            id="filter-visibility"
            name="visibility"
            className="field"
            key={visibility}
            defaultValue={visibility}
          >
            {FILTERS.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      </TableFilter>
      <div className="mt-6">
        <Async result={shops} what="the coffee shops">
          {(answer) =>
            answer.total === 0 ? (
              <Empty
                action={
                  search || visibility ? (
                    <a className="button button-small" href={paths.adminShops()}>
                      Show all
                    </a>
                  ) : undefined
                }
              >
                No coffee shops found
              </Empty>
            ) : (
              <>
                <DataTable
                  caption="Coffee shops"
                  quiet
                  rows={answer.shops}
                  keyOf={(shop: AdminShop) => shop.id}
                  stale={shops.isPlaceholderData}
                  columns={[
                    {
                      title: "Name",
                      cell: (shop) => (
                        <a data-item className="link" href={paths.adminShop(shop.id)}>
                          {shop.name}
                        </a>
                      ),
                    },
                    { title: "Address", cell: (shop) => shop.address },
                    { title: "Visibility", cell: (shop) => <ShopBadges shop={shop} /> },
                    { title: "Votes", numeric: true, cell: (shop) => shop.upvoteCount },
                    {
                      title: "Actions",
                      quiet: true,
                      cell: (shop) => <RowActions shop={shop} />,
                    },
                  ]}
                />
                <TablePages
                  what="coffee shops"
                  one="coffee shop"
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={answer.total}
                  hrefOf={(number) => hrefOf({ page: number })}
                />
              </>
            )
          }
        </Async>
      </div>
      <ListKeys />
    </>
  );
}

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
