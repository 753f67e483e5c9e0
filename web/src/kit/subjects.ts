import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** Where each kind of thing is listed, counted or summed up, after `/api/`: there, one shows that no answer names yet. */
const KINDS = {
  shop: [
    "coffee-shops",
    "cities",
    "states",
    "search",
    "your-shop",
    "admin/coffee-shops",
    "admin/cities",
    "admin/chain-names",
    "admin/worklist",
  ],
  city: ["cities", "states", "search", "admin/cities"],
  article: ["blog", "admin/blog", "admin/newsletter"],
  story: ["coffee-shops", "cities", "session", "admin/local-vibes"],
  claim: ["coffee-shops", "session", "your-claims", "admin/business-claims"],
  suggestion: ["your-shop", "admin/suggestions"],
  request: ["admin/requests"],
  chain: ["admin/chain-names"],
  site: ["site", "admin/site", "admin/first-start"],
  import: ["admin/imports", "admin/import-files", "admin/import-questions"],
  run: [
    "admin/jobs",
    "admin/operator",
    "admin/content-enhancement",
    "admin/update-images",
    "admin/foursquare-enhancement",
    "admin/expansion",
    "admin/zip-expansion",
    "admin/bulk-edits",
    "admin/imports",
    "admin/import-files",
  ],
  mail: ["admin/outbox"],
  newsletter: ["admin/newsletter"],
  administrator: ["admin/account", "admin/administrators", "admin/status"],
  session: ["session", "sessions", "your-claims", "your-listings"],
} as const satisfies Record<string, readonly string[]>;

/** The panel's log and counts follow every change. The inbox knows by itself what its decisions change. */
const PANEL = ["admin/audit", "admin/counts", "admin/stats"];

type Kind = keyof typeof KINDS;

/** What a write has changed: one of a kind, some of a kind, or who knows what (another person's rights, an undo). */
export type Subject = Kind | `${Kind}:${string}` | "everything";

/**
 * After a write, refetches every answer that is about one of its subjects: it names the thing, or it is from an address of
 * its kind. Pages behind Back are fetched when they are shown again.
 */
export function useChanged() {
  const client = useQueryClient();
  return useCallback(
    (...subjects: Subject[]) =>
      client.invalidateQueries({
        predicate: (query) => subjects.some((subject) => isAbout(subject, query)),
      }),
    [client],
  );
}

function isAbout(subject: Subject, { queryKey, state: { data } }: Query): boolean {
  const address = String(queryKey[0]);
  if (subject === "everything") return address.startsWith("/api/");
  const [kind, id] = subject.split(":") as [Kind, string | undefined];
  if ([...KINDS[kind], ...PANEL].some((place) => isIn(address, `/api/${place}`))) return true;
  return id !== undefined && (address.includes(id) || JSON.stringify(data)?.includes(id) === true);
}

/** Whether an address is a place, or below it. */
const isIn = (address: string, place: string) =>
  address.startsWith(place) && /^[/?]?$/.test(address.charAt(place.length));
