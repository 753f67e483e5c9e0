import { type Answer, call } from "../../../kit/api.ts";

export type Waiting = Answer<"get", "/api/admin/inbox">["items"][number];

/** What can be decided about one kind of thing. */
interface Decisions {
  /** What it is, in words. */
  name: string;
  approve: { verb: string; run: (id: string) => Promise<Answered> };
  reject?: {
    verb: string;
    /** Whether a reason is asked for. */
    reason: "required" | "optional" | "none";
    run: (id: string, reason: string) => Promise<Answered>;
  };
}

/** The entry of the audit log, where the answer names it. */
export type Answered = { entry?: string | null } | null;

const without = async (call: Promise<unknown>): Promise<Answered> => {
  await call;
  return null;
};

const request = (name: string, approve: string, reject: string): Decisions => ({
  name,
  approve: {
    verb: approve,
    run: (id) => call("post", "/api/admin/requests/{id}/approve", { path: { id } }),
  },
  reject: {
    verb: reject,
    reason: "required",
    run: (id, reason) =>
      call("post", "/api/admin/requests/{id}/reject", { path: { id }, body: { reason } }),
  },
});

const DECISIONS: Record<string, Decisions> = {
  story: {
    name: "Local story",
    approve: {
      verb: "Approve",
      run: (id) => call("post", "/api/admin/local-vibes/{id}/approve", { path: { id }, body: {} }),
    },
    reject: {
      verb: "Reject",
      reason: "optional",
      run: (id, reason) =>
        call("post", "/api/admin/local-vibes/{id}/reject", { path: { id }, body: { reason } }),
    },
  },
  claim: {
    name: "Business claim",
    approve: {
      verb: "Approve",
      run: (id) => call("post", "/api/admin/business-claims/{id}/approve", { path: { id } }),
    },
    reject: {
      verb: "Reject",
      reason: "required",
      run: (id, reason) =>
        call("post", "/api/admin/business-claims/{id}/reject", { path: { id }, body: { reason } }),
    },
  },
  shop: {
    name: "Unconfirmed listing",
    approve: {
      verb: "Confirm",
      run: (id) =>
        call("put", "/api/admin/coffee-shops/{id}", {
          path: { id },
          body: { isUnconfirmed: false },
        }),
    },
    reject: {
      verb: "Delete",
      reason: "none",
      run: (id) => call("delete", "/api/admin/coffee-shops/{id}", { path: { id } }),
    },
  },
  import: {
    name: "Import question",
    approve: {
      verb: "Add it",
      run: (id) =>
        without(call("post", "/api/admin/import-questions/{id}/accept", { path: { id } })),
    },
    reject: {
      verb: "Leave it out",
      reason: "none",
      run: (id) =>
        without(call("post", "/api/admin/import-questions/{id}/refuse", { path: { id } })),
    },
  },
  mail: {
    name: "Failed mail",
    approve: {
      verb: "Send again",
      run: (id) => without(call("post", "/api/admin/outbox/{id}/retry", { path: { id } })),
    },
  },
  listing: request("New listing", "Keep it", "Take it down"),
  chain_objection: request("Chain objection", "List it", "Reject"),
  duplicate_objection: request("Duplicate objection", "List it", "Reject"),
  takedown: request("Take-down request", "Take it down", "Reject"),
};

export const decisionsOf = (item: Waiting): Decisions | undefined => DECISIONS[item.kind];

const MINUTE = 60_000;

/** "3 days" since it waits. */
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
