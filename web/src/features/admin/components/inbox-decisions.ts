import { type Answer, type Body, call } from "../../../kit/api.ts";

export type Waiting = Answer<"get", "/api/admin/inbox">["items"][number];

/** What names an item in a call, and what was known of it when someone decided. */
export type Decided = Pick<Waiting, "id" | "version">;

export interface Spoken {
  verb: string;
  /** The same once it is done: "Approved". */
  done?: string;
  /** It takes a shop out of the directory. */
  removesShop?: boolean;
}

export interface Decision extends Spoken {
  run: (item: Decided) => Promise<Answered>;
}

/** The possible decisions about one kind of item. */
interface Decisions {
  /** Its name, as text. */
  name: string;
  approve: Decision;
  /** Other ways of approving it. */
  others?: Decision[];
  reject?: Spoken & {
    /** Whether a reason is asked for. */
    reason: "required" | "optional" | "none";
    run: (item: Decided, reason: string) => Promise<Answered>;
  };
}

/** The audit log entry, if the response has one. */
export type Answered = { entry?: string | null } | null;

const without = async (call: Promise<unknown>): Promise<Answered> => {
  await call;
  return null;
};

/** What buttons say, once it is done. */
const DONE: Record<string, string> = {
  Reject: "Rejected",
  "Keep it": "Kept",
  "Keep the page": "Kept",
  "Take it down": "Taken down",
  "List it": "Listed",
  "Unpublish the page": "Unpublished",
  "Mark as closed": "Marked as closed",
  "Remove all photos": "Photos removed",
  "Apply it": "Applied",
  "It's closed": "Marked as closed",
  "It's open": "Confirmed as open",
  "Remove it": "Removed",
};
const doneOf = (verb: string) => DONE[verb] ?? verb;

type Approval = Body<"post", "/api/admin/requests/{id}/approve">;

const approveRequest = (verb: string, body: Approval): Decision => ({
  verb,
  done: doneOf(verb),
  run: ({ id }) => call("post", "/api/admin/requests/{id}/approve", { path: { id }, body }),
});

const request = (name: string, approve: Decision, reject: string): Decisions => ({
  name,
  approve,
  reject: {
    verb: reject,
    done: doneOf(reject),
    reason: "required",
    run: ({ id }, reason) =>
      call("post", "/api/admin/requests/{id}/reject", { path: { id }, body: { reason } }),
  },
});

const suggestion = (name: string, accept: string, reject: string): Decisions => ({
  name,
  approve: {
    verb: accept,
    done: doneOf(accept),
    // A chain isn't listed.
    removesShop: accept === "Remove it",
    run: ({ id, version }) =>
      call("post", "/api/admin/suggestions/{id}/accept", { path: { id }, body: { version } }),
  },
  reject: {
    verb: reject,
    done: doneOf(reject),
    reason: "optional",
    run: ({ id }, reason) =>
      call("post", "/api/admin/suggestions/{id}/reject", { path: { id }, body: { reason } }),
  },
});

/** The possible decisions about a take-down request. */
const TAKEDOWNS = {
  page: approveRequest("Unpublish the page", { action: "unpublish" }),
  closed: approveRequest("Mark as closed", { action: "mark_closed" }),
  photo: approveRequest("Remove all photos", { action: "remove_photos" }),
  other: approveRequest("Done by hand", { action: "nothing" }),
};

/** The default for its reason comes first. */
const takedown = (usual: keyof typeof TAKEDOWNS): Decisions => ({
  ...request("Take-down request", TAKEDOWNS[usual], "Reject"),
  others: Object.values(TAKEDOWNS).filter((action) => action !== TAKEDOWNS[usual]),
});

/** Somebody says that their address was used by another (D91). */
const KEEP = approveRequest("Keep the page", { action: "nothing" });
const SEEN = approveRequest("Seen", { action: "nothing" });

const DECISIONS: Record<string, Decisions> = {
  story: {
    name: "Local story",
    approve: {
      verb: "Approve",
      done: "Approved",
      run: ({ id, version }) =>
        call("post", "/api/admin/local-vibes/{id}/approve", { path: { id }, body: { version } }),
    },
    reject: {
      verb: "Reject",
      done: "Rejected",
      reason: "optional",
      run: ({ id, version }, reason) =>
        call("post", "/api/admin/local-vibes/{id}/reject", {
          path: { id },
          body: { reason, version },
        }),
    },
  },
  claim: {
    name: "Business claim",
    approve: {
      verb: "Approve",
      done: "Approved",
      run: ({ id }) => call("post", "/api/admin/business-claims/{id}/approve", { path: { id } }),
    },
    reject: {
      verb: "Reject",
      done: "Rejected",
      reason: "required",
      run: ({ id }, reason) =>
        call("post", "/api/admin/business-claims/{id}/reject", { path: { id }, body: { reason } }),
    },
  },
  shop: {
    name: "Unconfirmed listing",
    approve: {
      verb: "Confirm",
      done: "Confirmed",
      run: ({ id }) =>
        call("put", "/api/admin/coffee-shops/{id}", {
          path: { id },
          body: { isUnconfirmed: false },
        }),
    },
    reject: {
      verb: "Delete",
      done: "Deleted",
      removesShop: true,
      reason: "none",
      run: ({ id }) => call("delete", "/api/admin/coffee-shops/{id}", { path: { id } }),
    },
  },
  import: {
    name: "Import question",
    approve: {
      verb: "Add it",
      done: "Added",
      run: ({ id, version }) =>
        call("post", "/api/admin/import-questions/{id}/accept", {
          path: { id },
          body: { version },
        }),
    },
    reject: {
      verb: "Leave it out",
      done: "Left out",
      reason: "none",
      run: ({ id, version }) =>
        call("post", "/api/admin/import-questions/{id}/refuse", {
          path: { id },
          body: { version },
        }),
    },
  },
  suggestion: suggestion("Suggested edit", "Apply it", "Reject"),
  closed_reports: suggestion("Reported closed", "It's closed", "It's open"),
  chain_report: suggestion("Reported as a chain", "Remove it", "Not a chain"),
  mail: {
    name: "Failed mail",
    approve: {
      verb: "Send again",
      done: "Queued again",
      run: ({ id }) => without(call("post", "/api/admin/outbox/{id}/retry", { path: { id } })),
    },
  },
  boost_link: {
    name: "Payer's link",
    approve: {
      verb: "Keep it",
      done: "Kept",
      run: ({ id }) => call("post", "/api/admin/boost-links/{id}/approve", { path: { id } }),
    },
    reject: {
      verb: "Remove it",
      done: "Removed",
      reason: "none",
      run: ({ id }) => call("post", "/api/admin/boost-links/{id}/reject", { path: { id } }),
    },
  },
  boost_payment: {
    name: "Payment",
    approve: {
      verb: "Ask Stripe again",
      run: ({ id }) =>
        without(call("post", "/api/admin/boost-payments/{id}/check", { path: { id } })),
    },
  },
  payment_notice: {
    name: "Payment notice",
    approve: {
      verb: "Seen",
      done: "Seen",
      run: ({ id }) =>
        without(call("post", "/api/admin/payment-notices/{id}/seen", { path: { id } })),
    },
  },
  listing: request("New listing", approveRequest("Keep it", {}), "Take it down"),
  chain_objection: request("Chain objection", approveRequest("List it", {}), "Reject"),
  duplicate_objection: request("Duplicate objection", approveRequest("List it", {}), "Reject"),
  listing_not_mine: { name: "Listed by another", approve: TAKEDOWNS.page, others: [KEEP] },
  claim_not_mine: { name: "Claimed by another", approve: SEEN },
  takedown_page: takedown("page"),
  takedown_closed: takedown("closed"),
  takedown_photo: takedown("photo"),
  takedown_other: takedown("other"),
};

export const decisionsOf = (item: Waiting): Decisions | undefined => DECISIONS[item.kind];

const MINUTE = 60_000;

/** How long it has been waiting: "3 days". */
export function ageText(millis: number): string {
  const minutes = Math.max(0, Math.floor(millis / MINUTE));
  const units: [number, string][] = [
    [60 * 24, "day"],
    [60, "hour"],
    [1, "minute"],
  ];
  for (const [size, unit] of units) {
    const count = Math.floor(minutes / size);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"}`;
  }
  return "just now";
}
