import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiError, sendJson } from "../../api/client.ts";
import { type VoteResult, voteKey, waitFor } from "../../lib/votes.ts";

/** Loaded with the first vote. */

/** When this device last voted for anything: what a page shows that comes back from the browser's memory may be older. */
const LAST_VOTE = "upvoted-at";

export async function castVote(queryClient: QueryClient, shopId: string): Promise<VoteResult> {
  const wait = waitFor(shopId);
  if (wait) {
    return {
      message: { title: "Already voted recently", text: `You can vote again in ${wait}.` },
    };
  }
  try {
    const answer = await sendJson("POST", `/api/coffee-shops/${shopId}/upvote`);
    const { upvoteCount } = answer as { upvoteCount: number };
    remember(shopId);
    refreshLists(queryClient);
    return {
      message: {
        title: "Thanks for the upvote! ☕",
        text: "Your vote helps others discover great coffee shops.",
      },
      count: upvoteCount,
    };
  } catch (error) {
    const text = (error instanceof ApiError && error.readable) || "Please try again later.";
    return { message: { title: "Upvote failed", text, destructive: true } };
  }
}

/** Whatever shows votes is asked for again, screens behind Back among them: those keep their data until the new is here. */
function refreshLists(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: showsVotes, refetchType: "all" });
}

/** A page that the browser brings back as it was left shows the counts of then. */
export function refreshReturned(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: showsVotes });
}

function showsVotes({ queryKey: [path] }: Query): boolean {
  return /^\/api\/(cities|coffee-shops|search)\b/.test(String(path));
}

function remember(shopId: string) {
  // biome-ignore lint/plugin: after a click, on the device
  const now = Date.now();
  try {
    localStorage.setItem(voteKey(shopId), String(now));
    localStorage.setItem(LAST_VOTE, String(now));
  } catch {
    // Storage is full or switched off; the server knows all the same.
  }
}
