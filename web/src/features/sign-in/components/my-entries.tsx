import { type Answer, call, useApi } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Async } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";
import { ClaimProof } from "./claim-proof.tsx";

type Listing = Answer<"get", "/api/your-listings">[number];
type Claim = Answer<"get", "/api/your-claims">[number];

/** A listing or a claim, in the words of its row. */
export interface Entry {
  kind: "listing" | "claim";
  id: string;
  slug: string;
  shopName: string;
  place: string;
  /** When the form was sent. */
  since: string;
  waits: boolean;
  /** What became of it. */
  state: string;
  reason: string | null;
  /** Whether visitors see the shop's page. */
  isListed: boolean;
  /** What proves a claim that waits for the administrator. */
  proof: Claim["proof"];
}

const LISTING_STATES: Record<Listing["status"], string> = {
  to_be_confirmed: "Waiting for you to confirm it",
  in_review: "Live; we're reviewing it",
  live: "Live",
  removed: "Not listed anymore",
};

const CLAIM_STATES: Record<Claim["status"], string> = {
  to_be_confirmed: "Waiting for you to confirm it",
  sent: "Sent; we'll review it within 2-3 business days",
  approved: "Approved",
  rejected: "Rejected",
};

const ofListing = (listing: Listing): Entry => ({
  kind: "listing",
  id: listing.id,
  slug: listing.slug,
  shopName: listing.shopName,
  place: `${listing.cityName}, ${listing.state}`,
  since: listing.listedAt,
  waits: listing.status === "to_be_confirmed",
  state: LISTING_STATES[listing.status],
  reason: null,
  proof: null,
  isListed: listing.status !== "removed",
});

const ofClaim = (claim: Claim): Entry => ({
  kind: "claim",
  id: claim.id,
  slug: claim.slug,
  shopName: claim.shopName,
  place: `${claim.cityName}, ${claim.state}`,
  since: claim.claimedAt,
  waits: claim.status === "to_be_confirmed",
  state: CLAIM_STATES[claim.status],
  reason: claim.reason,
  proof: claim.proof,
  isListed: true,
});

/** What waits for the person comes first, then the newest. */
export function entriesOf(listings: Listing[], claims: Claim[]): Entry[] {
  const entries = [...listings.map(ofListing), ...claims.map(ofClaim)];
  const rank = (entry: Entry) => (entry.waits ? 0 : 1);
  return entries.sort((a, b) => rank(a) - rank(b) || Date.parse(b.since) - Date.parse(a.since));
}

const confirmEntry = ({ kind, id }: Entry): Promise<unknown> =>
  kind === "listing"
    ? call("post", "/api/listings/{id}/confirm", { path: { id }, body: {} })
    : call("post", "/api/claims/{id}/confirm", { path: { id }, body: {} });

const disownEntry = ({ kind, id }: Entry): Promise<unknown> =>
  kind === "listing"
    ? call("post", "/api/listings/{id}/not-mine", { path: { id } })
    : call("post", "/api/claims/{id}/not-mine", { path: { id } });

/** The person's listings and claims with their states; what others sent with this address waits for an answer (D91). */
export function MyEntries() {
  const listings = useApi("/api/your-listings");
  const claims = useApi("/api/your-claims");
  return (
    <section aria-labelledby="my-entries" className="mt-12 max-w-4xl">
      <h2 id="my-entries" className="font-bold text-2xl">
        Your listings and claims
      </h2>
      <Async result={listings} what="your listings">
        {(listed) => (
          <Async result={claims} what="your claims">
            {(claimed) => <Entries entries={entriesOf(listed, claimed)} />}
          </Async>
        )}
      </Async>
    </section>
  );
}

function Entries({ entries }: { entries: Entry[] }) {
  if (entries.length === 0)
    return (
      <p className="mt-3 text-soft">
        Nothing has been listed or claimed with this email address yet.
      </p>
    );
  return (
    <ul className="mt-4 grid gap-4">
      {entries.map((entry) => (
        <EntryRow key={`${entry.kind} ${entry.id}`} entry={entry} />
      ))}
    </ul>
  );
}

function EntryRow({ entry }: { entry: Entry }) {
  const { kind, id, slug, shopName, place, since, waits, state, reason, proof, isListed } = entry;
  return (
    <li className="rounded-md border border-line bg-raised p-4">
      <p className="font-bold text-lg">
        {isListed ? (
          <a className="link" href={paths.shop(slug)}>
            {shopName}
          </a>
        ) : (
          shopName
        )}
        <span className="font-normal text-base text-soft">{` · ${place}`}</span>
      </p>
      <p className="text-soft">
        {`${kind === "listing" ? "Listed" : "Claimed"} ${dayText(since)} · `}
        <strong className="text-ink">{state}</strong>
      </p>
      {reason !== null && <p className="mt-1 wrap-anywhere">{`Why: ${reason}`}</p>}
      {proof !== null && <ClaimProof claim={{ id, shopName }} proof={proof} />}
      {waits && <Question entry={entry} />}
    </li>
  );
}

function Question({ entry }: { entry: Entry }) {
  const tell = useChanged();
  const toast = useToast();
  const [question, confirm] = useConfirm();
  const { kind, shopName } = entry;
  const failed = { title: "Couldn't save the change", text: "Please try again." };
  const mine = useAction(() => confirmEntry(entry), {
    done: () => {
      void tell("session", "claim", "shop");
      toast({ title: "Confirmed", text: shopName });
    },
    failed,
  });
  const notMine = useAction(() => disownEntry(entry), {
    done: () => {
      void tell("session", "claim", "shop");
      toast({ title: "Removed. We'll look into it.", text: shopName });
    },
    failed,
  });
  const isBusy = mine.busy || notMine.busy;
  return (
    <>
      {question}
      <p className="mt-2 max-w-text">
        {`Somebody entered your email address to ${kind === "listing" ? "list" : "claim"} this coffee shop. Was it you?`}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-small button-primary"
          aria-disabled={isBusy}
          onClick={() => !isBusy && mine.start(undefined)}
        >
          That was me<span className="sr-only">{` ${shopName}`}</span>
        </button>
        <button
          type="button"
          className="button button-small"
          aria-disabled={isBusy}
          onClick={async () => {
            if (isBusy) return;
            const sure = await confirm({
              title: "Was it somebody else?",
              text:
                kind === "listing"
                  ? `We'll take your address off ${shopName} and tell the administrator.`
                  : `We'll remove the claim to ${shopName} and tell the administrator.`,
              verb: "Not me",
            });
            if (sure) await notMine.start(undefined);
          }}
        >
          Not me<span className="sr-only">{` ${shopName}`}</span>
        </button>
      </p>
    </>
  );
}
