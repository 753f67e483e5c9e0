import { createContext } from "react";
import type { Shop } from "../api/types.ts";
import type { ToastMessage } from "../ui/toast.tsx";

/** The result of a vote: the message to show, and the shop's new count if it was counted. */
export interface VoteResult {
  message: ToastMessage;
  count?: number;
}

/** The facts about a shop needed for a vote. */
export type VotedShop = Pick<Shop, "id" | "cityId">;

/** Votes for a shop. Provided by the routes, so that its code is only loaded with the first vote. */
export const VoteContext = createContext<(shop: VotedShop) => Promise<VoteResult>>(() =>
  Promise.reject(new Error("there is no vote handler here")),
);

/** The storage key for the time of the device's last vote for a shop, in milliseconds. */
export const voteKey = (shopId: string) => `upvote:${shopId}`;

const HOUR = 3_600_000;

/** The same for this tab only, in case cookies and storage are off. */
export const votesOfTab = new Map<string, number>();

/**
 * How long this device has to wait before it can vote for the shop again, as text; null if it can now. Never called
 * while rendering.
 */
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
