import type { components } from "../../../api/schema.gen.ts";
import { plural } from "../../../lib/text.ts";

export type ExpandedTown = components["schemas"]["ExpandedTown"];
export type ZipRun = components["schemas"]["ZipExpansionRun"];
export type MetroRun = components["schemas"]["MetroExpansionRun"];
export type ExpandedArea = components["schemas"]["ExpandedArea"];

/** Such as "Alexandria, LA". */
export function townName({ cityName, state }: ExpandedTown): string {
  return `${cityName}, ${state}`;
}

/** What was left out of a town, as sentences. */
export function leftOut({ duplicatesSkipped, moreFound, chainsLeftOut }: ExpandedTown): string[] {
  const sentences = [
    duplicatesSkipped === 0
      ? "No duplicates found."
      : `Skipped ${plural(duplicatesSkipped, "duplicate")} of shops already in the directory.`,
  ];
  if (moreFound > 0)
    sentences.push(
      `${plural(moreFound, "more new coffee shop")} found. Run it again to add the next five.`,
    );
  if (chainsLeftOut.length > 0) sentences.push(`Chains left out: ${chainsLeftOut.join(", ")}.`);
  return sentences;
}

/** What a service contributed. */
export function serviceText({ name, found, requests, error }: ExpandedTown["services"][number]) {
  if (error) return error;
  const cost = requests > 0 ? `, ${plural(requests, "request")}` : "";
  return `${name}: ${plural(found, "coffee place")} found${cost}.`;
}

/** How a run ended, on one line. */
export function outcome(
  state: ZipRun["state"],
  error: string | null,
  message: string | undefined,
  isUndone = false,
): string {
  if (isUndone) return `Undone: ${message ?? ""}`;
  if (state === "failed") return `Failed: ${error ?? "The run didn't finish."}`;
  if (state === "canceled")
    return message ? `Canceled. ${message}` : "Canceled. Nothing was added.";
  if (state === "open") return "Running";
  return message ?? "";
}

/** What a run asks. */
export function servicesText(services: string[]): string {
  const [first, second] = services;
  if (second) return `Each run asks ${first} and ${second}.`;
  return `Each run asks one service: ${first}. Set up a second one to find more shops.`;
}
