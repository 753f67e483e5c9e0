import type { ReactNode } from "react";
import type { components } from "../../../api/schema.gen.ts";
import { adminPaths } from "../../../components/admin/paths.ts";
import { HELD, useDone } from "../../../components/admin/use-undo.ts";
import { call, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { DataTable } from "../../../kit/table.tsx";
import { dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";
import { sourceText } from "./import-words.ts";
import type { AdminShop } from "./shop-badges.tsx";
import { useReason } from "./use-reason.tsx";

type Record = components["schemas"]["ShopRecord"];

/** Who has the shop, who claimed it, its boosts, where its facts are from, and what may be the same shop. */
export function ShopRecord({ shop }: { shop: AdminShop }) {
  const record = useApi("/api/admin/coffee-shops/{id}/record", { path: { id: shop.id } });
  return (
    <Async result={record} what="what belongs to the shop">
      {(loaded) => (
        <>
          <Owner shop={shop} record={loaded} />
          <Claims claims={loaded.claims} />
          <Boosts boosts={loaded.boosts} />
          <Nearby nearby={loaded.nearby} />
          <Sources record={loaded} />
        </>
      )}
    </Async>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 font-bold text-xl">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Owner({ shop, record: { owner, submitter } }: { shop: AdminShop; record: Record }) {
  const tell = useChanged();
  const done = useDone();
  const [question, ask] = useReason();
  const revoke = useAction(
    (reason: string) =>
      call("post", "/api/admin/coffee-shops/{id}/take-back", {
        path: { id: shop.id },
        body: { reason },
      }),
    {
      done: ({ entry }) => {
        done("Ownership revoked", entry, shop.name, HELD);
        void tell(`shop:${shop.id}`, "claim");
      },
      failed: { title: "Couldn't revoke the ownership", text: "Please try again." },
    },
  );
  const start = async () => {
    const reason = await ask({
      title: `Revoke the ownership of “${shop.name}”?`,
      text: "The owner gets an email with your reason and loses access. The shop can be claimed again.",
      verb: "Revoke ownership",
      required: true,
    });
    if (reason !== null) await revoke.start(reason);
  };
  const person = owner ?? submitter;
  return (
    <Part id="owner-title" title="Owner">
      {question}
      {person ? (
        <>
          <p>
            <strong>{person.name ?? person.email}</strong>
            {" · "}
            <a className="link" href={`mailto:${person.email}`}>
              {person.email}
            </a>
            {" · "}
            <a className="link" href={adminPaths.person(person.email)}>
              Everything about this person
            </a>
          </p>
          <p className="mt-1 text-[0.9375rem] text-soft">
            {[
              owner ? "Owner" : "Listed it; the shop has no owner yet",
              person.since && `since ${dayText(person.since)}`,
              person.confirmedAt
                ? `address confirmed ${dayText(person.confirmedAt)}`
                : "address not confirmed",
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
          {owner && (
            <button
              type="button"
              className="button button-small button-danger mt-3"
              aria-disabled={revoke.busy}
              onClick={() => void start()}
            >
              Revoke ownership
            </button>
          )}
        </>
      ) : (
        <Empty>Nobody has claimed this shop.</Empty>
      )}
    </Part>
  );
}

const STATUS = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;

function Claims({ claims }: { claims: Record["claims"] }) {
  if (claims.length === 0) return null;
  return (
    <Part id="claims-title" title="Claims">
      <DataTable
        caption="Claims"
        quiet
        rows={claims}
        keyOf={({ id }) => id}
        columns={[
          { title: "Person", cell: ({ ownerName }) => ownerName },
          { title: "Role", cell: ({ businessRole }) => businessRole },
          { title: "Submitted", cell: ({ createdAt }) => dayText(createdAt) },
          {
            title: "Decision",
            cell: ({ status, reviewedAt, rejectionReason }) =>
              [
                STATUS[status as keyof typeof STATUS] ?? status,
                reviewedAt && dayText(reviewedAt),
                rejectionReason,
              ]
                .filter(Boolean)
                .join(", "),
          },
        ]}
      />
    </Part>
  );
}

const BOOSTS: { [source: string]: string } = {
  subscription: "Subscription",
  one_time: "One-time payment",
  complimentary: "Complimentary",
};

function Boosts({ boosts }: { boosts: Record["boosts"] }) {
  if (boosts.length === 0) return null;
  return (
    <Part id="boosts-title" title="Boosts and payments">
      <DataTable
        caption="Boosts and payments"
        quiet
        rows={boosts}
        keyOf={({ id }) => id}
        columns={[
          { title: "Boost", cell: ({ source }) => BOOSTS[source] ?? source },
          { title: "From", cell: ({ startsAt }) => dayText(startsAt) },
          { title: "Until", cell: ({ endsAt }) => dayText(endsAt) },
          { title: "Reason", cell: ({ reason }) => reason ?? "" },
        ]}
      />
    </Part>
  );
}

function Nearby({ nearby }: { nearby: Record["nearby"] }) {
  return (
    <Part id="nearby-title" title="Possible duplicates nearby">
      {nearby.length === 0 ? (
        <Empty>No other shop is close by or has the same phone or website.</Empty>
      ) : (
        <ul className="grid gap-2">
          {nearby.map(({ id, name, street, distance, hasSameContact }) => (
            <li key={id}>
              <a className="link" href={paths.adminShop(id)}>
                {name}
              </a>
              <span className="text-soft">
                {[street, distance].map((text) => text && `, ${text}`)}
              </span>
              {hasSameContact && <span className="badge badge-amber ml-2">Same contact</span>}
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** "hasWifi" or "google_rating" as "has wifi", "google rating". */
const factText = (name: string) => name.replace(/_|(?=[A-Z])/g, " ").toLowerCase();

function Sources({ record: { facts, sources } }: { record: Record }) {
  if (facts.length === 0 && sources.length === 0) return null;
  return (
    <Part id="sources-title" title="Sources">
      <DataTable
        caption="Where each fact is from"
        rows={facts}
        keyOf={({ name }) => name}
        columns={[
          { title: "Fact", cell: ({ name }) => factText(name) },
          { title: "Source", cell: ({ source }) => sourceText(source) },
          { title: "As of", cell: ({ asOf }) => (asOf ? dayText(asOf) : "") },
        ]}
      />
      {sources.length > 0 && (
        <p className="mt-3 break-words text-[0.9375rem] text-soft">
          {`Records: ${sources.map(({ source, sourceId }) => `${sourceText(source)} ${sourceId}`).join("; ")}`}
        </p>
      )}
    </Part>
  );
}
