import type { QueryClient } from "@tanstack/react-query";

/** Votes, as the routes lend them to all rooms. Their code comes with the first vote. */
const load = () => import("../features/votes/cast-vote.ts");

export async function castVote(queryClient: QueryClient, shopId: string) {
  const votes = await load();
  return votes.castVote(queryClient, shopId);
}

/** A page from the browser's memory (Back, Forward) takes over what was voted since. */
export function followReturns(queryClient: QueryClient) {
  window.addEventListener("pageshow", async ({ persisted }) => {
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const cameBack = persisted || visit?.type === "back_forward";
    if (cameBack && "upvoted-at" in localStorage) (await load()).refreshReturned(queryClient);
  });
}
