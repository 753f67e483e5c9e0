import { type Answer, type Body, call } from "../../../kit/api.ts";
import type { Subject } from "../../../kit/subjects.ts";
import { sourceText, whyAsked } from "./import-words.ts";

export type Waiting = Answer<"get", "/api/admin/inbox">["items"][number];

/** What the decisions change, of whatever kind the item is. */
export const DECIDED: readonly Subject[] = [
  "shop",
  "city",
  "story",
  "claim",
  "suggestion",
  "request",
  "chain",
  "import",
  "mail",
];

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
  /** The record is the shop that it resembles. */
  same?: Decision;
  /** Other ways of approving it. */
  others?: Decision[];
  reject?: Spoken & {
    /** Whether a reason is asked for. */
    reason: "required" | "optional" | "none";
    /** Reasons that often hold, to choose and edit. */
    prepared?: readonly string[];
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
  "I've handled it": "Handled",
  "Mark as seen": "Marked as seen",
};
const doneOf = (verb: string) => DONE[verb] ?? verb;

type Approval = Body<"post", "/api/admin/requests/{id}/approve">;

const approveRequest = (verb: string, body: Approval): Decision => ({
  verb,
  done: doneOf(verb),
  run: ({ id }) => call("post", "/api/admin/requests/{id}/approve", { path: { id }, body }),
});

const request = (
  name: string,
  approve: Decision,
  reject: string,
  prepared: readonly string[],
): Decisions => ({
  name,
  approve,
  reject: {
    verb: reject,
    done: doneOf(reject),
    // A listing that isn't kept.
    removesShop: reject === "Take it down",
    reason: "required",
    prepared,
    run: ({ id }, reason) =>
      call("post", "/api/admin/requests/{id}/reject", { path: { id }, body: { reason } }),
  },
});

const suggestion = (
  name: string,
  accept: string,
  reject: string,
  prepared: readonly string[],
): Decisions => ({
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
    prepared,
    run: ({ id }, reason) =>
      call("post", "/api/admin/suggestions/{id}/reject", { path: { id }, body: { reason } }),
  },
});

/** The possible decisions about a take-down request. */
const TAKEDOWNS = {
  page: approveRequest("Unpublish the page", { action: "unpublish" }),
  closed: approveRequest("Mark as closed", { action: "mark_closed" }),
  photo: approveRequest("Remove all photos", { action: "remove_photos" }),
  other: approveRequest("I've handled it", { action: "nothing" }),
};

/** The default for its reason comes first. */
const takedown = (usual: keyof typeof TAKEDOWNS): Decisions => ({
  ...request("Take-down request", TAKEDOWNS[usual], "Reject", [
    "We couldn't confirm that you speak for this shop. Please write from an address on its website.",
    "The page only has public facts about the shop. Tell us what is wrong, and we correct it.",
  ]),
  others: Object.values(TAKEDOWNS).filter((action) => action !== TAKEDOWNS[usual]),
});

/** Somebody says that their address was used by another (D91). */
const KEEP = approveRequest("Keep the page", { action: "nothing" });
const SEEN = approveRequest("Mark as seen", { action: "nothing" });

const IMPORT: Decisions = {
  name: "Import question",
  approve: {
    verb: "Add as new",
    done: "Added",
    run: ({ id, version }) =>
      call("post", "/api/admin/import-questions/{id}/accept", { path: { id }, body: { version } }),
  },
  reject: {
    verb: "Leave out",
    done: "Left out",
    reason: "none",
    run: ({ id, version }) =>
      call("post", "/api/admin/import-questions/{id}/refuse", { path: { id }, body: { version } }),
  },
};

/** The shop keeps what it says; what it lacks is added from the record. */
const sameShop = (shop: string): Decision => ({
  verb: "Same shop",
  run: ({ id, version }) =>
    call("post", "/api/admin/import-questions/{id}/same-shop", {
      path: { id },
      body: { shop, version },
    }),
});

export const STORY_REASONS = [
  "Please tell us about the town, not only about the shop.",
  "Please write it in your own words: we found this text elsewhere.",
  "It reads like an advertisement. Tell us what a visitor would remember.",
];

export const CLAIM_REASONS = [
  "We couldn't confirm that you own or manage this shop. Please write from an address on its website.",
  "Someone else has shown that they own this shop.",
  "The description doesn't match this shop. Please check that you chose the right one.",
];

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
      prepared: STORY_REASONS,
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
      prepared: CLAIM_REASONS,
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
  import: IMPORT,
  suggestion: suggestion("Suggested edit", "Apply it", "Reject", [
    "The shop's website says otherwise.",
    "We couldn't confirm this.",
  ]),
  closed_reports: suggestion("Reported closed", "It's closed", "It's open", [
    "The shop told us that it is open.",
  ]),
  chain_report: suggestion("Reported as a chain", "Remove it", "Not a chain", [
    "The shop is independent: its owner runs it alone.",
  ]),
  mail: {
    name: "Failed mail",
    approve: {
      verb: "Send again",
      done: "Queued again",
      run: ({ id }) => without(call("post", "/api/admin/outbox/{id}/retry", { path: { id } })),
    },
    reject: {
      verb: "Dismiss",
      done: "Dismissed",
      reason: "none",
      run: ({ id }) => call("delete", "/api/admin/outbox/{id}", { path: { id } }),
    },
  },
  mail_service: {
    name: "Email",
    approve: {
      verb: "Try again now",
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
  visitors_doubt: {
    name: "Visitors' answers",
    approve: {
      verb: "Mark as checked",
      done: "Marked as checked",
      run: ({ id, version }) =>
        without(
          call("post", "/api/admin/coffee-shops/{id}/answers/seen", {
            path: { id },
            body: { version: version ?? 0 },
          }),
        ),
    },
  },
  payment_notice: {
    name: "Payment notice",
    approve: {
      verb: "Mark as seen",
      done: "Marked as seen",
      run: ({ id }) =>
        without(call("post", "/api/admin/payment-notices/{id}/seen", { path: { id } })),
    },
  },
  listing: request("New listing", approveRequest("Keep it", {}), "Take it down", [
    "We couldn't find a coffee shop at this address.",
    "It's part of a chain, and we list independent coffee shops only.",
  ]),
  chain_objection: request("Chain objection", approveRequest("List it", {}), "Reject", [
    "It shares its name and menu with shops elsewhere, and we list independent coffee shops only.",
  ]),
  duplicate_objection: request("Duplicate objection", approveRequest("List it", {}), "Reject", [
    "This shop is listed already, at the same address.",
  ]),
  listing_not_mine: { name: "Listed by another", approve: TAKEDOWNS.page, others: [KEEP] },
  claim_not_mine: { name: "Claimed by another", approve: SEEN },
  takedown_page: takedown("page"),
  takedown_closed: takedown("closed"),
  takedown_photo: takedown("photo"),
  takedown_other: takedown("other"),
};

export function decisionsOf({ kind, shopSlug }: Waiting): Decisions | undefined {
  if (kind === "import" && shopSlug) return { ...IMPORT, same: sameShop(shopSlug) };
  return DECISIONS[kind];
}

/** What a kind of item is called. */
export const nameOf = (kind: string) => DECISIONS[kind]?.name ?? kind;

export const keyOf = ({ kind, id }: Waiting) => `${kind}-${id}`;

/** Who looks for "cafe" finds "Café". */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Whether what is seen of an item contains all words of a search. */
export function holds(item: Waiting, typed: string): boolean {
  const seen = [nameOf(item.kind), item.title, item.blocked ?? "", textOf(item)];
  const text = plain(seen.join(" "));
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What an item says; about a record, why someone has to decide. */
export function textOf({ record, text }: Waiting): string {
  if (!record) return text;
  const why = whyAsked(record);
  return `${why.title}. ${why.text}\nFrom ${sourceText(record.source)}`;
}

/** The buttons of an item, the likely answer first, each with its key. */
export function buttonsOf(item: Waiting): { key?: string; verb: string; run?: Decision }[] {
  const decisions = decisionsOf(item);
  if (!decisions) return [];
  const { approve, same, others = [], reject } = decisions;
  const all = [
    { key: "a", verb: approve.verb, run: approve },
    ...others.map((run) => ({ verb: run.verb, run })),
    ...(reject ? [{ key: "r", verb: reject.verb }] : []),
  ];
  // A name that is a chain's is left out more often than not.
  const isChain = item.record?.why && "brand" in item.record.why;
  if (isChain) all.reverse();
  const join = same ? [{ key: "s", verb: same.verb, run: same }] : [];
  return isChain ? [...all, ...join] : [...join, ...all];
}

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
