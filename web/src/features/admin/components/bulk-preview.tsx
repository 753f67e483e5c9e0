import { Compared } from "../../../kit/differences/difference-list.tsx";
import { DataTable } from "../../../kit/table.tsx";
import { paths } from "../../../lib/paths.ts";
import { countText, plural } from "../../../lib/text.ts";
import type { Preview } from "./bulk-edit.tsx";
import { labelOf, wordOf } from "./bulk-fields.ts";

const shown = (name: string, value: string | null) => wordOf(name, value) || "nothing";

/** What would change: each field in sum, then the first shops one by one. */
export function BulkPreview({ preview }: { preview: Preview }) {
  const { chosen, changing, fields, shops } = preview;
  const hidden = changing - shops.length;
  return (
    <>
      <p className="max-w-text">
        {changing < chosen &&
          `${countText(chosen - changing)} of ${countText(chosen)} selected have these values already. `}
        {changing > 0 &&
          "A shop that somebody edits before you apply this stays as it is, and is listed."}
      </p>
      {fields.length > 0 && (
        <DataTable
          caption="By field"
          rows={fields}
          keyOf={({ name }) => name}
          columns={[
            { title: "Field", cell: ({ name }) => labelOf(name) },
            {
              title: "Now",
              cell: ({ name, before, shops: total }) => {
                const listed = before.reduce((sum, value) => sum + value.shops, 0);
                return (
                  <ul>
                    {before.map(({ value, shops: count }) => (
                      <li key={value}>
                        {shown(name, value)}
                        <span className="text-soft">{` (${countText(count)})`}</span>
                      </li>
                    ))}
                    {listed < total && <li>{`Others (${countText(total - listed)})`}</li>}
                  </ul>
                );
              },
            },
            { title: "New", cell: ({ name, after }) => <strong>{shown(name, after)}</strong> },
            { title: "Shops", numeric: true, cell: (field) => countText(field.shops) },
          ]}
        />
      )}
      {shops.length > 0 && (
        <details className="mt-6">
          <summary>{`The ${hidden > 0 ? "first " : ""}${plural(shops.length, "shop")} one by one`}</summary>
          <ul className="differences mt-3 grid gap-5">
            {shops.map(({ id, name, town, changes }) => (
              <li key={id}>
                <h4 className="font-semibold">
                  <a className="link" href={paths.adminShop(id)}>
                    {name}
                  </a>
                  <span className="font-normal text-soft">{`, ${town}`}</span>
                </h4>
                {changes.map((change) => (
                  <div key={change.name} className="mt-2">
                    <p className="text-[0.9375rem] text-soft">{labelOf(change.name)}</p>
                    <Compared
                      now={wordOf(change.name, change.before)}
                      suggested={wordOf(change.name, change.after)}
                      titles={["Now", "New"]}
                    />
                  </div>
                ))}
              </li>
            ))}
          </ul>
          {hidden > 0 && <p className="mt-3 text-soft">{`And ${plural(hidden, "more shop")}.`}</p>}
        </details>
      )}
    </>
  );
}
