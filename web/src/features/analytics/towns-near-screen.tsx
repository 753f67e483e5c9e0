import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { useApi } from "../../kit/api.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { DataTable, TableFilter } from "../../kit/table.tsx";
import { distanceText, lengthText } from "../../lib/formats.ts";
import { paths } from "../../lib/paths.ts";
import { countText } from "../../lib/text.ts";

interface Props {
  query: { text: string };
}

/** Towns with shops near a search without results. */
export default function TownsNearScreen({ query: { text } }: Props) {
  return (
    <AdminPage
      title="Towns Near a Search"
      action={
        <a href={adminPaths.analytics()} className="button">
          Analytics
        </a>
      }
    >
      <div className="mb-6 max-w-text">
        <TableFilter
          action="/admin/towns-near"
          label="A town, with or without its state, or a ZIP code"
          name="text"
          value={text}
        />
      </div>
      {text !== "" && <Towns text={text} />}
    </AdminPage>
  );
}

function Towns({ text }: { text: string }) {
  const near = useApi("/api/admin/analytics/near", { query: { text } });
  return (
    <Async result={near} what="the towns">
      {({ place, towns }) => {
        if (!place)
          return (
            <Empty
              action={
                <a href={paths.search({ q: text })} className="button">
                  Search for it
                </a>
              }
            >
              {`We don't know a place called “${text}”.`}
            </Empty>
          );
        const name = `${place.name}, ${place.state}`;
        if (towns.length === 0)
          return <Empty>{`No listed shop within ${lengthText(100)} of ${name}.`}</Empty>;
        return (
          <DataTable
            caption={`Listed towns within ${lengthText(100)} of ${name}`}
            rows={towns}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Town",
                cell: (town) => (
                  <a href={paths.city(town.slug)} className="underline underline-offset-4">
                    {`${town.name}, ${town.state}`}
                  </a>
                ),
              },
              {
                title: "Distance",
                numeric: true,
                cell: ({ miles }) => distanceText(Number(miles)),
              },
              { title: "Shops", numeric: true, cell: ({ shops }) => countText(shops) },
            ]}
          />
        );
      }}
    </Async>
  );
}
