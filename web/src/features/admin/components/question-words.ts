import type { Question } from "./import-words.ts";

/** The reasons by which questions are filtered and grouped, as headings. */
const REASONS: Record<string, string> = {
  similar: "Resembles a shop",
  same_name_next_door: "Same name next door",
  same_name_no_address: "Same name, no address",
  same_name_other_number: "Same name, other number",
  same_name_nearby: "Same name nearby",
  other_name_same_address: "Another name at the address",
  other_kind: "May sell no coffee",
  reported: "Reported at its source",
  common_name: "A chain's name",
  brand_among_words: "Contains a chain's name",
  misspelling: "Misspelled chain",
  state_unknown: "Chain in some states",
  letters_lost: "Letters lost",
  foreign_point: "Spot abroad",
  other: "Other reasons",
};

/** A reason in words; one that this version doesn't know by its code. */
export function reasonText(code: string): string {
  const words = code.replaceAll("_", " ");
  return REASONS[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export type Answer = "refuse" | "accept" | "same";

/** What somebody who knows the directory would most often answer. */
export function likelyAnswer({ why, similarSlug }: Question): Answer {
  if (why && ("brand" in why || why.code === "other_kind")) return "refuse";
  return similarSlug ? "same" : "accept";
}

/** A place on OpenStreetMap's own map. */
export function mapAddress({ latitude, longitude }: NonNullable<Question["point"]>): string {
  const at = `${latitude}/${longitude}`;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${at}`;
}

/** How many facts are named; the others are counted. */
const NAMED = 3;

/** "phone and hours", "name, address and 4 more" */
function listed(all: readonly string[]): string {
  const labels =
    all.length > NAMED ? [...all.slice(0, NAMED - 1), `${all.length - NAMED + 1} more`] : all;
  return labels
    .map((label, at) => {
      const mark = at === 0 ? "" : at === labels.length - 1 ? " and " : ", ";
      return mark + label.toLowerCase();
    })
    .join("");
}

/** "Adds phone and hours. Differs in name." */
export function differenceText(facts: readonly { label: string; now: string }[]): string {
  const labels = (has: boolean) =>
    facts.filter(({ now }) => (now !== "") === has).map(({ label }) => label);
  const [added, other] = [labels(false), labels(true)];
  const parts = [
    added.length > 0 && `Adds ${listed(added)}.`,
    other.length > 0 && `Differs in ${listed(other)}.`,
  ].filter(Boolean);
  return parts.join(" ") || "No differences.";
}

/** The end that a shop's address shares with a record's, and what is before it: "128 Main Street" and ", Alexandria, LA". */
export function besideAddress(shop: string, record: string): { own: string; shared: string } {
  const [parts, others] = [shop.split(", "), record.split(", ")];
  let same = 0;
  while (same < parts.length && parts.at(-1 - same) === others.at(-1 - same)) same += 1;
  const own = parts.slice(0, parts.length - same).join(", ");
  const shared = parts.slice(parts.length - same).join(", ");
  return { own, shared: own && shared ? `, ${shared}` : shared };
}
