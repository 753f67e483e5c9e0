import type { Shop } from "../api/types.ts";
import { useNavigate } from "../lib/navigate.ts";
import {
  factsOf,
  type Keeping,
  keepForOffline,
  MAX_SHOPS,
  type Remark,
  readPassport,
  remark,
  restore,
} from "../lib/passport.ts";
import { paths } from "../lib/paths.ts";
import { type ToastMessage, useToast } from "../ui/toast.tsx";

/**
 * Stores what is said about a shop in the passport, with a message titled `title`: additions can be viewed, removals
 * undone.
 */
export function useRemarks(shop: Shop) {
  const toast = useToast();
  const go = useNavigate();
  return (said: Remark, title: string) => {
    const shops = readPassport();
    const place = shops.findIndex(({ id }) => id === shop.id);
    const before = shops[place];
    const undo = () => {
      const keeping = before ? restore(before, said, place) : "kept";
      if (keeping === "kept") keepForOffline();
      else toast(problemOf(keeping));
    };
    const keeping = remark(factsOf(shop), said);
    if (keeping === "kept") keepForOffline();
    const isAdded = said.saved || Boolean(said.visited);
    const action = isAdded
      ? { text: "Open", run: () => go(paths.passport()) }
      : { text: "Undo", run: undo };
    toast(keeping === "kept" ? { title, action } : problemOf(keeping));
  };
}

/** The message when a shop is saved or removed. */
export const savedTitle = (saved: boolean) =>
  saved ? "Saved in your coffee passport" : "No longer saved";

/** Why nothing was stored. */
export function problemOf(keeping: Keeping): ToastMessage {
  return {
    title: keeping === "full" ? "Your passport is full" : "Not saved",
    text:
      keeping === "full"
        ? `It holds ${MAX_SHOPS} coffee shops. Remove some to add others.`
        : "Couldn't save: browser storage is full or off.",
    destructive: true,
  };
}
