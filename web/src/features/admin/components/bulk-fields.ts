import type { Body } from "../../../kit/api.ts";
import { factOf } from "../../../kit/form/yes-no.ts";
import { AMENITIES } from "../../../lib/amenities.ts";

/** New values for every selected shop. */
export type Changes = NonNullable<Body<"post", "/api/admin/bulk-edits">["changes"]>;

type Choice = readonly [value: string, text: string];

interface BulkField {
  name: keyof Changes;
  label: string;
  /** Values to choose from; a field without them is text. */
  choices?: readonly Choice[];
  hint?: string;
}

const YES_NO: readonly Choice[] = [
  ["yes", "Yes"],
  ["no", "No"],
];

/** What many shops can have in common, in the order of the form of one shop. */
export const BULK_FIELDS: readonly BulkField[] = [
  { name: "phone", label: "Phone" },
  { name: "website", label: "Website" },
  { name: "description", label: "Description" },
  { name: "hours", label: "Hours", hint: "For example: Mo-Fr 07:00-15:00; Sa 08:00-14:00" },
  { name: "onlineStoreUrl", label: "Online store URL" },
  { name: "onlineStoreName", label: "Online store name" },
  ...AMENITIES.map(({ field, plain }) => ({
    name: field,
    label: plain,
    choices: [...YES_NO, ["", "Not known"] as const],
  })),
  { name: "isActive", label: "Published", choices: YES_NO },
  { name: "permanentlyClosed", label: "Permanently closed", choices: YES_NO },
  { name: "isUnconfirmed", label: "Listing checked", choices: [["no", "Yes"]] },
];

export const labelOf = (name: string) =>
  BULK_FIELDS.find((field) => field.name === name)?.label ?? name;

/** What was chosen for a field: a new value, or to clear it. A field without an entry stays as it is. */
export type Given = Readonly<Record<string, string>>;

/** The fields as the server takes them: empty text clears a field. */
export function changesOf(given: Given): Changes {
  const changes = Object.entries(given).map(([name, value]) => {
    const field = BULK_FIELDS.find((one) => one.name === name);
    return [name, field?.choices ? factOf(value) : value.trim() || null];
  });
  return Object.fromEntries(changes);
}

/** A value as the form of one shop calls it. */
export function wordOf(name: string, value: string | null): string {
  if (name === "isUnconfirmed") return value === "Yes" ? "No" : "Yes";
  if (value !== null) return value;
  const isFact = AMENITIES.some(({ field }) => field === name);
  return isFact ? "Not known" : "";
}
