import type { Answer } from "../../kit/api.ts";
import type { Difference } from "../../kit/differences/difference-list.tsx";
import { readHours, weekLines } from "../../kit/hours/week.ts";
import { eachOf, OWNER_AMENITIES } from "../../lib/amenities.ts";

export type Suggestion = Answer<"get", "/api/admin/suggestions">["suggestions"][number];

/** Labels of a shop's facts, whether suggested by a visitor or by an import. */
const LABELS: Record<string, string> = {
  name: "Name",
  otherNames: "Other names",
  address: "Address",
  phone: "Phone",
  website: "Website",
  hours: "Hours",
  description: "Description",
  categories: "Categories",
  priceLevel: "Price level",
  ...eachOf(OWNER_AMENITIES, ({ plain }) => plain),
};

export const factLabel = (field: string) => LABELS[field] ?? field;

/** A fact as text; hours in `opening_hours` syntax are spelled out. */
export function factText(field: string, value: string | null): string {
  if (value === null) return "";
  const week = field === "hours" ? readHours(value) : null;
  if (!week) return value;
  const lines = weekLines(week).map(({ days, hours }) => `${days}: ${hours}`);
  return [...lines, ...week.rest].join("; ");
}

/** Also of an import's record, whose fields are more. */
type Fact = Omit<Suggestion["differences"][number], "field" | "wasAccepted"> & { field: string };

/** Facts in the form that the list of differences shows. */
export function differencesOf(
  facts: readonly Fact[],
  { source, age }: { source: string; age: string },
): Difference[] {
  return facts.map(({ field, now, suggested }) => ({
    field,
    label: factLabel(field),
    now: factText(field, now),
    suggested: factText(field, suggested),
    source,
    age,
  }));
}

const people = (count: number) => (count === 1 ? "A visitor" : `${count} visitors`);

/** The suggestion as a sentence. */
export function sentenceOf({ kind, reports }: Suggestion): string {
  const say = reports === 1 ? "says" : "say";
  if (kind === "closed") return `${people(reports)} ${say} it has permanently closed.`;
  if (kind === "chain") return `${people(reports)} ${say} it's a chain.`;
  return kind === "hours" ? "A visitor says the hours are wrong." : "A visitor suggested an edit.";
}

export const STATUS: Record<Suggestion["status"], string> = {
  open: "Waiting",
  accepted: "Accepted",
  partly: "Some accepted",
  rejected: "Rejected",
};

interface Verbs {
  accept: string;
  reject: string;
}

/** The labels of the two buttons. `taken`: how many facts are selected. */
export function verbsOf({ kind, differences }: Suggestion, taken: number): Verbs {
  if (kind === "closed") return { accept: "It's permanently closed", reject: "It's open" };
  if (kind === "chain") return { accept: "It's a chain: remove it", reject: "It's not a chain" };
  if (differences.length === 0) return { accept: "Done", reject: "Reject" };
  const some = `Apply ${taken} of ${differences.length}`;
  return { accept: taken === differences.length ? "Apply all" : some, reject: "Reject" };
}
