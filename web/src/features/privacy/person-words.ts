import type { components } from "../../api/schema.gen.ts";
import { ACTIONS } from "../../components/admin/audit-words.ts";
import { dayText, momentText } from "../../kit/time.ts";

export type Shown = components["schemas"]["PersonShown"];

/** A room's record, as it is exported. */
export type PersonRecord = Shown["parts"][number]["records"][number] & Record<string, unknown>;

export interface PartColumn {
  title: string;
  text: (record: PersonRecord) => string;
}

/** One kind of data: its title, whether its records are about a shop, and what is told of each. */
interface Part {
  title: string;
  /** The field with the ID of the coffee shop that a record is about. */
  shop?: string;
  columns: readonly PartColumn[];
}

const textOf = (value: unknown) =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join(", ") : `${value}`;

const text = (title: string, field: string): PartColumn => ({
  title,
  text: (record) => textOf(record[field]),
});
const day = (title: string, field: string): PartColumn => ({
  title,
  text: ({ [field]: at }) => (typeof at === "string" ? dayText(at) : ""),
});
const moment = (title: string, field: string): PartColumn => ({
  title,
  text: ({ [field]: at }) => (typeof at === "string" ? momentText(at) : ""),
});

const PARTS: Record<string, Part> = {
  person: {
    title: "Person",
    columns: [
      text("Name", "name"),
      text("Email", "email"),
      day("Address confirmed", "confirmedAt"),
      day("Known since", "createdAt"),
    ],
  },
  shops: { title: "Coffee shops", shop: "id", columns: [text("Role", "role")] },
  listings: {
    title: "Listings",
    shop: "shopId",
    columns: [day("Sent", "createdAt"), day("Confirmed", "confirmedAt")],
  },
  claims: {
    title: "Claims",
    shop: "shopId",
    columns: [
      text("Name", "ownerName"),
      text("Role", "businessRole"),
      day("Sent", "createdAt"),
      {
        title: "Decision",
        text: ({ reviewedAt, rejectionReason }) =>
          typeof reviewedAt !== "string"
            ? "Not decided"
            : [dayText(reviewedAt), textOf(rejectionReason)].filter(Boolean).join(", "),
      },
    ],
  },
  "monthly-letters": {
    title: "Monthly letters",
    shop: "shopId",
    columns: [text("State", "state")],
  },
  "original-photos": {
    title: "Originals of cropped photos",
    shop: "shopId",
    columns: [day("Added", "createdAt")],
  },
  "hand-overs": {
    title: "Transfers",
    shop: "shopId",
    columns: [text("As", "role"), day("Begun", "createdAt"), day("Done", "doneAt")],
  },
  managers: {
    title: "Managers",
    shop: "shopId",
    columns: [
      text("As", "role"),
      day("Invited", "invitedAt"),
      day("Accepted", "acceptedAt"),
      day("Ended", "endedAt"),
    ],
  },
  stories: {
    title: "Stories",
    shop: "shop_id",
    columns: [
      text("Story", "prompt1_response"),
      text("State", "status"),
      day("Sent", "created_at"),
    ],
  },
  suggestions: {
    title: "Suggestions",
    shop: "shopId",
    columns: [text("Kind", "kind"), text("Note", "note"), day("Sent", "createdAt")],
  },
  requests: {
    title: "Requests",
    columns: [
      text("About", "subject"),
      text("Explanation", "explanation"),
      text("Answer", "answer"),
      day("Sent", "createdAt"),
    ],
  },
  boosts: {
    title: "Boosts",
    shop: "shopId",
    columns: [
      text("Plan", "plan"),
      text("State", "state"),
      text("Price", "price"),
      day("Bought", "createdAt"),
      day("Paid until", "paidUntil"),
    ],
  },
  mails: {
    title: "Emails",
    columns: [
      text("Subject", "subject"),
      moment("Created", "writtenAt"),
      moment("Sent", "endedAt"),
      text("Problem", "error"),
    ],
  },
  newsletter: {
    title: "Newsletter",
    columns: [
      day("Signed up", "askedAt"),
      day("Confirmed", "confirmedAt"),
      {
        title: "Towns",
        text: ({ towns }) => textOf(towns) || "The whole directory",
      },
    ],
  },
  administrators: {
    title: "Administrators",
    columns: [
      text("Name", "name"),
      text("Email", "email"),
      moment("Added", "createdAt"),
      moment("Last signed in", "signedInAt"),
    ],
  },
  sessions: {
    title: "Sessions",
    columns: [
      text("Device", "device"),
      moment("Signed in", "createdAt"),
      moment("Last seen", "lastSeenAt"),
    ],
  },
  codes: { title: "Codes", columns: [text("For", "purpose"), moment("Sent", "issuedAt")] },
  acts: {
    title: "Changes made",
    columns: [
      { title: "What", text: ({ action }) => ACTIONS[textOf(action)] ?? textOf(action) },
      text("About", "subject"),
      moment("When", "at"),
    ],
  },
};

/** What the administrator looks for first. */
const ORDER = Object.keys(PARTS);

/** A kind of data; one that isn't known here is told field by field. */
export function partOf(name: string, records: readonly PersonRecord[]): Part {
  const known = PARTS[name];
  if (known) return known;
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = fields.map((field): PartColumn => {
    const title = field.replace(/_|(?=[A-Z])/g, " ").toLowerCase();
    return {
      title: title.charAt(0).toUpperCase() + title.slice(1),
      text: ({ [field]: value }) =>
        value !== null && typeof value === "object" ? JSON.stringify(value) : textOf(value),
    };
  });
  return { title: partTitle(name), columns };
}

/** "Coffee shops" for "shops". */
export const partTitle = (name: string) =>
  PARTS[name]?.title ?? name.charAt(0).toUpperCase() + name.slice(1);

/** The parts in the order in which they are looked for. */
export function inOrder<P extends { name: string }>(parts: readonly P[]): P[] {
  const place = ({ name }: P) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...parts].sort((one, other) => place(one) - place(other));
}
