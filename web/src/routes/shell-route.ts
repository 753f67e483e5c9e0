import type { components } from "../api/schema.gen.ts";
import type { QueryDefinition, ShellDefinition } from "../lib/route-definition.ts";

type Schemas = components["schemas"];

/** Checks that the screen's props match its pattern and its query. */
export function shell<const P extends string, const Q extends QueryDefinition>(
  definition: ShellDefinition<P, Q>,
) {
  return definition as unknown as ShellDefinition;
}

export const search = { type: "text", default: "", maxLength: 100 } as const;
export const page = { type: "integer", default: 1, min: 1, max: 10_000 } as const;

/** The order of a list by one of these columns. */
export const orderBy = <const C extends string>(...columns: C[]) =>
  ({
    sort: { type: "choice", default: "", values: columns },
    direction: { type: "choice", default: "", values: ["descending"] },
  }) as const;

// The server's own words: one that it doesn't have fails the type check.
export const STORY_STATES = [
  "pending",
  "approved",
  "rejected",
] as const satisfies Schemas["StoryStatus"][];
export const VISIBILITIES = [
  "listed",
  "unpublished",
  "closed",
  "deleted",
  "unconfirmed",
  "boosted",
] as const satisfies Schemas["ShopVisibility"][];
export const ACTORS = [
  "visitor",
  "person",
  "administrator",
  "system",
] as const satisfies Schemas["AuditActor"][];
export const READER_STATES = [
  "confirmed",
  "pending",
  "resting",
] as const satisfies Schemas["ReaderState"][];
export const STEPS = ["day", "week", "month"] as const satisfies Schemas["FigureStep"][];
export const OUTBOX_STATES = [
  "failed",
  "waiting",
  "sent",
] as const satisfies Schemas["OutboxState"][];
