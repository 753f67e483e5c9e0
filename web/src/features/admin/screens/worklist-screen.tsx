import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { useDone } from "../../../components/admin/use-undo.ts";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { type Subject, useChanged } from "../../../kit/subjects.ts";
import { agoText, dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";
import { webAddress } from "../../../lib/shop.ts";
import { plural } from "../../../lib/text.ts";
import { ListKeys } from "../components/list-keys.tsx";
import { oneOf } from "../components/one-of.ts";

type Item = Answer<"get", "/api/admin/worklist">["items"][number];

interface Query {
  search: string;
  has: string;
  page: number;
}

/** Shops per page. */
const PAGE_SIZE = 20;

const HAS = ["phone", "website", "people"] as const;

/** Shops whose hours nobody has confirmed within a year, those first about which the most people read the oldest. */
export default function WorklistScreen({ query }: { query: Query }) {
  const { search, page } = query;
  const has = oneOf(query.has, HAS);
  const work = useApi("/api/admin/worklist", {
    query: { page, ...(search ? { search } : {}), ...(has ? { has } : {}) },
    keep: true,
  });
  return (
    <AdminPage>
      <p className="mb-6 max-w-text text-soft">
        Hours that nobody has confirmed within a year, the oldest and most viewed first. What you do
        about a shop takes it off the list and raises its town's{" "}
        <a className="link" href={paths.howFresh()} target="_blank" rel="noreferrer">
          grade
        </a>
        .
      </p>
      <ListFrame
        path={adminPaths.worklist()}
        query={{ ...query }}
        searchLabel="Search by shop, town or state"
        filters={[
          {
            name: "has",
            label: "Show",
            options: [
              ["", "All"],
              ["phone", "With a phone number"],
              ["website", "With a website"],
              ["people", "With people to ask"],
            ],
          },
        ]}
        words={{
          what: "coffee shops",
          one: "coffee shop",
          none:
            search || has
              ? "No shop like that waits."
              : "All hours were confirmed within a year. Well done!",
        }}
        result={work}
        read={({ items, total }) => ({ rows: items, total })}
        pageSize={PAGE_SIZE}
      >
        {(rows, { stale }) => (
          <ul className="grid gap-5" aria-busy={stale}>
            {rows.map((item) => (
              <WorkItem key={item.id} item={item} />
            ))}
          </ul>
        )}
      </ListFrame>
      <ListKeys decides={{ a: "These hours are right", o: "Ask the owner", l: "Later" }} searches />
    </AdminPage>
  );
}

function WorkItem({ item }: { item: Item }) {
  const { id, slug, name, city, phone, telephone, hours, dated, views, askedAt } = item;
  const website = webAddress(item.website);
  const whose = <span className="sr-only"> of {name}</span>;
  return (
    <li
      data-item
      data-row={id}
      tabIndex={-1}
      className="rounded-md border border-line bg-raised p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-semibold text-lg">
          <a className="link" href={paths.shop(slug)} target="_blank" rel="noreferrer">
            {name}
          </a>
          <span className="ml-2 font-normal text-[0.9375rem] text-soft">{city}</span>
        </h3>
        <p className="text-[0.9375rem] text-soft">
          {dated ? `Hours from ${dayText(dated)}, ${agoText(dated)}` : "Hours without a date"}
          {` · ${plural(views, "view")}`}
        </p>
      </div>
      <p className="mt-2 whitespace-pre-line">{hours ?? "No hours yet."}</p>
      {askedAt && (
        <p className="mt-1 text-[0.9375rem] text-soft">{`Asked by email on ${dayText(askedAt)}`}</p>
      )}
      <p className="mt-4 flex flex-wrap gap-3">
        {phone && telephone && (
          <a className="button button-small" href={`tel:${telephone}`}>
            Call {phone}
          </a>
        )}
        {website && (
          <a className="button button-small" href={website} target="_blank" rel="noreferrer">
            Website{whose}
          </a>
        )}
        <a className="button button-small" href={paths.adminShop(id)}>
          {hours ? "Edit the hours" : "Add the hours"}
          {whose}
        </a>
      </p>
      <WorkButtons item={item} />
    </li>
  );
}

function WorkButtons({ item: { id, name, hours, canAsk, version } }: { item: Item }) {
  const whose = <span className="sr-only"> of {name}</span>;
  const path = { id };
  const confirm = useWork(
    name,
    [`shop:${id}`],
    () => call("post", "/api/admin/worklist/{id}/confirm", { path, body: { version } }),
    "Hours confirmed",
    "Couldn't confirm the hours",
  );
  const ask = useWork(
    name,
    [`shop:${id}`, "mail"],
    () => call("post", "/api/admin/worklist/{id}/ask", { path }),
    "Owner asked",
    "Couldn't ask the owner",
  );
  const later = useWork(
    name,
    ["shop"],
    () => call("post", "/api/admin/worklist/{id}/later", { path }),
    "Put off for 30 days",
    "Couldn't put off the shop",
  );
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {hours && (
        <button
          type="button"
          data-key="a"
          className="button button-small button-primary"
          aria-disabled={confirm.busy}
          onClick={() => void confirm.start(undefined)}
        >
          These hours are right{whose}
        </button>
      )}
      {canAsk && (
        <button
          type="button"
          data-key="o"
          className="button button-small"
          aria-disabled={ask.busy}
          onClick={() => void ask.start(undefined)}
        >
          Ask the owner{whose}
        </button>
      )}
      <button
        type="button"
        data-key="l"
        className="button button-small"
        aria-disabled={later.busy}
        onClick={() => void later.start(undefined)}
      >
        Later{whose}
      </button>
    </div>
  );
}

/** Does something about a shop, with an undo; the list then goes on without it. */
function useWork(
  name: string,
  changes: readonly Subject[],
  run: () => Promise<{ entry: string | null }>,
  did: string,
  failed: string,
) {
  const done = useDone();
  const tell = useChanged();
  return useAction(run, {
    done: ({ entry }) => {
      done(did, entry, name);
      void tell(...changes);
    },
    failed: { title: failed, text: "Please try again." },
  });
}
