import type { components } from "../../../api/schema.gen.ts";
import { plural } from "../../../lib/text.ts";

export type ImportFile = components["schemas"]["ImportFileDetail"];
export type ImportChoices = components["schemas"]["ImportChoices"];
export type ImportOutcome = components["schemas"]["ImportOutcome"];
export type ImportSummary = components["schemas"]["ImportSummary"];
export type ImportCounts = components["schemas"]["ImportCounts"];

/**
 * What an import has done or would do, in the order of interest. Rows without a count aren't shown. Every record is in one of
 * them; `missing` counts shops.
 */
export const COUNTS: readonly (readonly [keyof ImportCounts, string])[] = [
  ["added", "New shops"],
  ["updated", "Changed"],
  ["unchanged", "Unchanged"],
  ["duplicates", "Known from another list"],
  ["toReview", "Questions"],
  ["chains", "Chains, left out"],
  ["closed", "Closed"],
  ["notCoffee", "Not coffee, left out"],
  ["unnamed", "Without a name"],
  ["noCity", "Without a town"],
  ["rejected", "Can't be read, or refused before"],
  ["missing", "No longer in the list"],
];

/** The results of records as the API names them. */
export const RESULTS: Record<string, string> = {
  added: "New",
  updated: "Changed",
  unchanged: "Unchanged",
  duplicate: "Known",
  chain: "Chain",
  "to review": "Question",
  closed: "Closed",
  unnamed: "No name",
  "no city": "No town",
  rejected: "Rejected",
  "not coffee": "Not coffee",
};

/** "48 KB", "1.2 MB" */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** "3 added, 2 changed, 1 question" */
export function countsText({ added, updated, toReview }: ImportCounts): string {
  return `${added} added, ${updated} changed, ${plural(toReview, "question")}`;
}
