import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { dayText, momentText } from "../../../kit/time.ts";
import { paths } from "../../../lib/paths.ts";
import { Decide } from "../components/decide.tsx";
import { ListKeys } from "../components/list-keys.tsx";

type Claim = Answer<"get", "/api/admin/business-claims">[number];

/** How many reviewed claims the server lists. */
const MOST_REVIEWED = 200;

/** Claims with their evidence. */
export default function ClaimsScreen() {
  return (
    <AdminPage title="Business Claims" tab={paths.adminClaims()}>
      <Claims />
      <ListKeys decides />
    </AdminPage>
  );
}

function Claims() {
  const claims = useApi("/api/admin/business-claims");
  return (
    <Async result={claims} what="the claims">
      {(all) => {
        if (all.length === 0) return <Empty>No business claims have been submitted yet.</Empty>;
        const pending = all.filter(({ status }) => status === "pending");
        const reviewed = all.filter(({ status }) => status !== "pending");
        return (
          <>
            <section aria-labelledby="pending-title">
              <h3 id="pending-title" className="mb-4 font-bold text-xl">
                {`Pending claims (${pending.length})`}
              </h3>
              {pending.length === 0 ? (
                <Empty>No pending claims.</Empty>
              ) : (
                <Pending claims={pending} />
              )}
            </section>
            <section aria-labelledby="reviewed-title" className="mt-10">
              <h3 id="reviewed-title" className="mb-4 font-bold text-xl">
                {`Reviewed claims (${reviewed.length})`}
              </h3>
              {reviewed.length === 0 ? (
                <Empty>No reviewed claims yet.</Empty>
              ) : (
                <ul className="grid gap-4">
                  {reviewed.map((claim) => (
                    <ClaimItem key={claim.id} claim={claim} />
                  ))}
                </ul>
              )}
              {reviewed.length >= MOST_REVIEWED && (
                <p className="mt-4 text-[0.9375rem] text-soft">
                  Only the 200 latest are listed. The audit log has all of them.
                </p>
              )}
            </section>
          </>
        );
      }}
    </Async>
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
    <li data-item tabIndex={-1} className="rounded-md border border-line bg-raised p-5">
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
          <h5 className="mt-4 font-semibold">{`Evidence: ${evidence.label}`}</h5>
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
    </li>
  );
}

function DecideClaim({ claim: { id, coffeeShop, ownerName } }: { claim: Claim }) {
  return (
    <Decide
      what={`the claim of ${ownerName} for ${coffeeShop.name}`}
      decision={{
        subject: `${coffeeShop.name}, ${ownerName}`,
        approve: {
          call: () => call("post", "/api/admin/business-claims/{id}/approve", { path: { id } }),
          done: "Claim Approved",
          failed: { title: "Approval Failed", text: "Failed to approve claim" },
        },
        reject: {
          call: (reason) =>
            call("post", "/api/admin/business-claims/{id}/reject", {
              path: { id },
              body: { reason },
            }),
          done: "Claim Rejected",
          failed: { title: "Rejection Failed", text: "Failed to reject claim" },
        },
        question: {
          title: `Reject the claim for “${coffeeShop.name}”?`,
          text: `${ownerName} will get your reason by email.`,
          verb: "Reject claim",
          required: true,
        },
      }}
    />
  );
}
