import { createContext } from "react";
import type { Shop } from "../api/types.ts";
import type { ToastMessage } from "../ui/toast.tsx";

/** What became of a vote: the message to show, and the shop's new count when it was counted. */
export interface VoteResult {
  message: ToastMessage;
  count?: number;
}

/** What is told of a shop that somebody votes for. */
export type VotedShop = Pick<Shop, "id" | "cityId">;

/** Casts a vote for a shop. The routes lend it, so that its code comes with the first vote and not before. */
export const VoteContext = createContext<(shop: VotedShop) => Promise<VoteResult>>(() =>
  Promise.reject(new Error("there is no vote handler here")),
);

/** Where the device keeps the time of its last vote for a shop, in milliseconds. */
export const voteKey = (shopId: string) => `upvote:${shopId}`;

const HOUR = 3_600_000;

/** The same for this tab alone, where the device keeps nothing: cookies and storage may be switched off. */
export const votesOfTab = new Map<string, number>();

/** How long this device waits before it may vote for the shop again, in words; null when it may. Never asked while drawing. */
export function waitFor(shopId: string): string | null {
  // biome-ignore lint/plugin: asked when somebody points or clicks
  const left = Number(readVote(shopId)) + HOUR - Date.now();
  // More than an hour: the clock was set back.
  if (!(left > 0 && left <= HOUR)) return null;
  if (left < 60_000) return "less than a minute";
  const minutes = Math.ceil(left / 60_000);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

function readVote(shopId: string): string | number | undefined {
  try {
    return localStorage.getItem(voteKey(shopId)) ?? votesOfTab.get(shopId);
  } catch {
    return votesOfTab.get(shopId);
  }
}
