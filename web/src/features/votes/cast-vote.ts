import type { Query, QueryClient } from "@tanstack/react-query";
import { ApiError, call } from "../../api/client.ts";
import { Unanswered } from "../../api/limits.ts";
import { type VotedShop, type VoteResult, voteKey, votesOfTab, waitFor } from "../../lib/votes.ts";

/** Loaded with the first vote. */

/** When this device last voted for anything: a page restored from the browser's memory may be older. */
const LAST_VOTE = "upvoted-at";
const ALREADY = "Already voted recently";

export async function castVote(queryClient: QueryClient, shop: VotedShop): Promise<VoteResult> {
  const shopId = shop.id;
  const wait = waitFor(shopId);
  if (wait) {
    return { message: { title: ALREADY, text: `You can vote again in ${wait}.` } };
  }
  try {
    const { upvoteCount } = await call("post", "/api/coffee-shops/{id}/upvote", {
      path: { id: shopId },
    });
    remember(shopId);
    refreshLists(queryClient, shop);
    return {
      message: {
        title: "Thanks for the upvote! ☕",
        text: "Your vote helps others discover great coffee shops.",
      },
      count: upvoteCount,
    };
  } catch (error) {
    const text = (error instanceof ApiError && error.readable) || "Please try again later.";
    // Another tab or device of this visitor was first, or someone in the same network.
    if (error instanceof ApiError && error.status === 429) {
      return { message: { title: ALREADY, text } };
    }
    if (error instanceof Unanswered) {
      refreshLists(queryClient, shop);
      return {
        message: {
          title: "No answer from the server",
          text: "Your vote may have been counted. If it wasn't, please vote again.",
          destructive: true,
        },
      };
    }
    return { message: { title: "Upvote failed", text, destructive: true } };
  }
}

/**
 * Refetches everything that shows the shop or its town, including screens behind Back, which keep their data until the
 * new data has arrived.
 */
function refreshLists(queryClient: QueryClient, { id, cityId }: VotedShop) {
  const showsShop = (query: Query) => {
    const text = JSON.stringify(query.state.data) ?? "";
    return showsVotes(query) && (text.includes(id) || text.includes(cityId));
  };
  void queryClient.invalidateQueries({ predicate: showsShop, refetchType: "all" });
}

/** A page restored from the browser's memory shows the counts from when it was left. */
export function refreshReturned(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: showsVotes });
}

function showsVotes({ queryKey: [path] }: Query): boolean {
  return /^\/api\/(cities|coffee-shops|search)\b/.test(String(path));
}

function remember(shopId: string) {
  // biome-ignore lint/plugin: after a click, on the device
  const now = Date.now();
  votesOfTab.set(shopId, now);
  try {
    localStorage.setItem(voteKey(shopId), String(now));
    localStorage.setItem(LAST_VOTE, String(now));
  } catch {
    // Storage is full or off, but this tab remembers.
  }
}
