import type { QueryClient } from "@tanstack/react-query";
import { inTime } from "../api/limits.ts";
import type { VotedShop } from "../lib/votes.ts";

/** Voting, provided by the routes for all features. Its code is loaded with the first vote. */
const load = () => inTime(import("../features/votes/cast-vote.ts"));

export async function castVote(queryClient: QueryClient, shop: VotedShop) {
  const votes = await load();
  return votes.castVote(queryClient, shop);
}

/** A page that the browser brings back (Back, Forward), from its memory or its cache, gets votes cast since. */
export function followReturns(queryClient: QueryClient) {
  const refreshIf = async (isOld: boolean) => {
    // Offline, the page keeps what it has.
    if (isOld) (await load().catch(() => null))?.refreshReturned(queryClient);
  };
  // From memory: the page is as it was when the visitor left it, and others may have voted since.
  window.addEventListener("pageshow", ({ persisted }) => void refreshIf(persisted));
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  void refreshIf(visit?.type === "back_forward" && hasVoted());
}

function hasVoted(): boolean {
  try {
    return "upvoted-at" in localStorage;
  } catch {
    // Storage is off.
    return false;
  }
}

/** The time after which "Open until 5 PM" may be over, and counts have changed (ms). */
const STALE = 300_000;

/** A page that stays open, or is shown again after a while, is updated. */
export function stayTrue(queryClient: QueryClient) {
  // biome-ignore lint/plugin: on the device, after the page has come alive
  const now = () => Date.now();
  let fresh = now();
  const look = async () => {
    if (document.hidden || now() - fresh < STALE) return;
    fresh = now();
    (await load().catch(() => null))?.refreshReturned(queryClient);
  };
  document.addEventListener("visibilitychange", look);
  setInterval(look, STALE);
}
