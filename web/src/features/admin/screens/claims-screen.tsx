import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { type Answer, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { FilterSelect, TableFilter } from "../../../kit/table.tsx";
import { dayText, momentText } from "../../../kit/time.ts";
import { paths } from "../../../lib/paths.ts";
import { DecideClaim } from "../components/decide-claim.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { UndoProven } from "../components/undo-proven.tsx";

type Claim = Answer<"get", "/api/admin/business-claims">[number];

/** How many reviewed claims the server lists. */
const MAX_REVIEWED = 200;

/** Reviewed claims per page. */
const PAGE_SIZE = 20;

const ORDERS = [
  ["", "Latest review"],
  ["submitted", "Latest submission"],
  ["shop", "Coffee shop"],
] as const;

interface Query {
  search: string;
  sort: "" | "shop" | "submitted";
  page: number;
}

/** Claims with their evidence. */
export default function ClaimsScreen({ query }: { query: Query }) {
  return (
    <AdminPage>
      <Claims query={query} />
      <ListKeys decides searches />
    </AdminPage>
  );
}

const nameOf = ({ coffeeShop }: Claim) => coffeeShop.name.toLowerCase();

/** In the order of the server, the latest review comes first. */
const COMPARES: Record<Exclude<Query["sort"], "">, (one: Claim, other: Claim) => number> = {
  submitted: (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  shop: (one, other) => (nameOf(one) < nameOf(other) ? -1 : 1),
};

/** Whether shop, person or role contain all words, whatever their case. */
function hasWords({ coffeeShop, ownerName, ownerEmail, businessRole }: Claim, search: string) {
  const { name, address, cityName } = coffeeShop;
  const text = [name, address, cityName, ownerName, ownerEmail, businessRole].join(" ");
  const folded = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function Claims({ query }: { query: Query }) {
  const { search, sort, page } = query;
  const claims = useApi("/api/admin/business-claims");
  const found = claims.data?.filter((claim) => hasWords(claim, search));
  const pending = found?.filter(({ status }) => status === "pending") ?? [];
  const reviewed = found?.filter(({ status }) => status !== "pending") ?? [];
  if (sort) reviewed.sort(COMPARES[sort]);
  return (
    <>
      <TableFilter
        action={adminPaths.claims()}
        label="Search by coffee shop, person or role"
        name="search"
        value={search}
      >
        <FilterSelect label="Sort reviewed by" name="sort" value={sort} options={ORDERS} />
      </TableFilter>
      <Async result={claims} what="the claims">
        {(all) =>
          all.length === 0 ? (
            <Empty>No business claims have been submitted yet.</Empty>
          ) : (
            <>
              <section aria-labelledby="pending-title" className="mt-6">
                <h3 id="pending-title" className="mb-4 font-bold text-xl">
                  {`Pending claims (${pending.length})`}
                </h3>
                {pending.length === 0 ? (
                  <Empty>{search ? "No pending claim matches." : "No pending claims."}</Empty>
                ) : (
                  <Pending claims={pending} />
                )}
              </section>
              <section aria-labelledby="reviewed-title" className="mt-10">
                <h3 id="reviewed-title" className="mb-4 font-bold text-xl">
                  {`Reviewed claims (${reviewed.length})`}
                </h3>
                <ListFrame
                  path={adminPaths.claims()}
                  query={{ search, sort, page }}
                  words={{
                    what: "reviewed claims",
                    one: "reviewed claim",
                    none: search ? "No reviewed claim matches." : "No reviewed claims yet.",
                  }}
                  result={claims}
                  read={() => ({
                    rows: reviewed.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
                    total: reviewed.length,
                  })}
                  pageSize={PAGE_SIZE}
                >
                  {(rows) => (
                    <ul className="grid gap-4">
                      {rows.map((claim) => (
                        <ClaimItem key={claim.id} claim={claim} />
                      ))}
                    </ul>
                  )}
                </ListFrame>
                {reviewed.length >= MAX_REVIEWED && (
                  <p className="mt-4 text-[0.9375rem] text-soft">
                    Only the 200 latest are listed. The audit log has all of them.
                  </p>
                )}
              </section>
            </>
          )
        }
      </Async>
    </>
  );
}

/** Claims for one shop are next to each other. */
function Pending({ claims }: { claims: Claim[] }) {
  const groups = new Map<string, Claim[]>();
  for (const claim of claims)
    groups.set(claim.coffeeShopId, [...(groups.get(claim.coffeeShopId) ?? []), claim]);
  return (
    <ul className="grid gap-4">
      {[...groups.values()].map((group) =>
        group.length > 1 ? (
          <li key={group[0]?.coffeeShopId}>
            <p className="mb-2 font-semibold">
              {`${group.length} people claim ${group[0]?.coffeeShop.name}. Approving one rejects the others and emails them why.`}
            </p>
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {group.map((claim) => (
                <ClaimItem key={claim.id} claim={claim} />
              ))}
            </ul>
          </li>
        ) : (
          group.map((claim) => <ClaimItem key={claim.id} claim={claim} />)
        ),
      )}
    </ul>
  );
}

const STATUS = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;
const STATES = { yes: "Yes", no: "No", unavailable: "Not available" } as const;

function ClaimItem({ claim }: { claim: Claim }) {
  const { coffeeShop: shop, evidence } = claim;
  const facts: [string, string | null][] = [
    ["Owner", claim.ownerName],
    ["Role", claim.businessRole],
    ["Email", claim.ownerEmail],
    ["Phone", claim.ownerPhone],
    ["Submitted", momentText(claim.createdAt)],
    ["Shop listed", dayText(claim.shopListedAt)],
    ["Reviewed", claim.reviewedAt && momentText(claim.reviewedAt)],
    ["Reason", claim.rejectionReason],
  ];
  return (
    <li
      data-item
      data-row={claim.id}
      tabIndex={-1}
      className="rounded-md border border-line bg-raised p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h4 className="font-semibold text-lg">{shop.name}</h4>
        <span className={`badge ${claim.status === "pending" ? "badge-amber" : ""}`}>
          {STATUS[claim.status]}
        </span>
      </div>
      <p className="text-[0.9375rem] text-soft">{shop.address}</p>
      <p className="mt-1">
        <a
          className="link"
          href={paths.shop(claim.coffeeShopSlug)}
          target="_blank"
          rel="noreferrer"
        >
          View Shop<span className="sr-only"> {shop.name}</span>
        </a>
      </p>
      {claim.isOpenAgain && (
        <p className="mt-2 font-semibold">
          The shop is marked permanently closed; the claimant says it's open again.
        </p>
      )}
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="min-w-0">
                <dt className="text-[0.875rem] text-soft">{label}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {claim.ownerDescription && (
        <p className="mt-3 max-w-text whitespace-pre-line">{claim.ownerDescription}</p>
      )}
      {claim.additionalInfo && (
        <p className="mt-2 max-w-text whitespace-pre-line text-soft">{claim.additionalInfo}</p>
      )}
      {claim.status === "pending" && (
        <>
          <h5 className="mt-4 font-semibold">
            {`Evidence: ${evidence.label}`}
            {evidence.strong && <span className="badge badge-green ml-2">Strong proof</span>}
          </h5>
          <ul className="mt-1 text-[0.9375rem]">
            {evidence.checks.map(({ code, label, state }) => (
              <li key={code}>
                <strong>{`${STATES[state]}:`}</strong> {label}
              </li>
            ))}
          </ul>
          <DecideClaim claim={claim} />
        </>
      )}
      {claim.provenEntry !== null && claim.undoUntil !== null && (
        <UndoProven claim={claim} entry={claim.provenEntry} until={claim.undoUntil} />
      )}
    </li>
  );
}
