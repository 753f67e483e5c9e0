import { type Answer, call } from "../../../kit/api.ts";
import { Decide } from "./decide.tsx";
import { CLAIM_REASONS } from "./inbox-decisions.ts";

type Claim = Pick<
  Answer<"get", "/api/admin/business-claims">[number],
  "id" | "ownerName" | "evidence"
> & { coffeeShop: { name: string } };

/** Approval gives ownership, so it waits for a proof of the address. */
const UNCONFIRMED =
  "The claimant hasn't confirmed the email address yet. The claim can be approved after that.";

/** The decision about a claim. */
export function DecideClaim({ claim }: { claim: Claim }) {
  const { id, coffeeShop, ownerName, evidence } = claim;
  const isConfirmed = evidence.level > 0;
  return (
    <Decide
      what={`the claim of ${ownerName} for ${coffeeShop.name}`}
      decision={{
        subject: `${coffeeShop.name}, ${ownerName}`,
        changes: [`claim:${id}`, "shop"],
        blocked: isConfirmed ? undefined : UNCONFIRMED,
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
          text: isConfirmed
            ? `${ownerName} will get your reason by email.`
            : "Nobody is emailed, because the address isn't confirmed.",
          verb: "Reject claim",
          required: true,
          prepared: CLAIM_REASONS,
        },
      }}
    />
  );
}
