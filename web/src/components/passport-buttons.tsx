import { useEffect } from "react";
import type { Shop } from "../api/types.ts";
import { useNavigate } from "../lib/navigate.ts";
import {
  factsOf,
  type Keeping,
  keepForOffline,
  MOST_SHOPS,
  type Remark,
  readPassport,
  remark,
  restore,
  today,
  usePassport,
} from "../lib/passport.ts";
import { paths } from "../lib/paths.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { type ToastMessage, useToast } from "../ui/toast.tsx";

/** "Save" and "Been here" on a shop's page. What is pressed is known to this device alone. */
export function PassportButtons({ shop }: { shop: Shop }) {
  const toast = useToast();
  const go = useNavigate();
  const kept = usePassport()?.find(({ id }) => id === shop.id);
  const been = kept !== undefined && kept.visited !== null;

  useEffect(() => {
    // Drawn without a network, so the worker had it (see lib/offline).
    if (!navigator.onLine)
      toast({
        title: "You are offline",
        text: "This page was kept on your device. Opening times may have changed.",
      });
  }, [toast]);

  const say = (said: Remark, title: string) => {
    const shops = readPassport();
    const place = shops.findIndex(({ id }) => id === shop.id);
    const before = shops[place];
    const undo = () => {
      if (before) restore(before, place);
      keepForOffline();
    };
    const keeping = remark(factsOf(shop), said);
    if (keeping === "kept") keepForOffline();
    const isAdded = said.saved || Boolean(said.visited);
    const action = isAdded
      ? { text: "Open", run: () => go(paths.passport()) }
      : { text: "Undo", run: undo };
    toast(keeping === "kept" ? { title, action } : problemOf(keeping));
  };

  return (
    <>
      {toggle("bookmark", ["Save", "Saved"], kept?.saved ?? false, (on) =>
        say({ saved: on }, on ? "Saved in your coffee passport" : "No longer saved"),
      )}
      {toggle("stamp", ["Been here", "Been here"], been, (on) =>
        say(
          { visited: on ? today() : null },
          on ? "Stamped in your coffee passport" : "Stamp removed",
        ),
      )}
    </>
  );
}

function toggle(
  icon: IconName,
  [off, on]: [off: string, on: string],
  pressed: boolean,
  press: (on: boolean) => void,
) {
  return (
    <button
      type="button"
      className="button toggle"
      aria-pressed={pressed}
      onClick={() => press(!pressed)}
    >
      <Icon name={icon} className="size-5" />
      {/* Both words lie on one place, so that the button is as wide either way. */}
      <span className="toggle-words">
        <span>{off}</span>
        <span>{on}</span>
      </span>
    </button>
  );
}

/** Why nothing was kept. */
export function problemOf(keeping: Keeping): ToastMessage {
  return {
    title: keeping === "full" ? "Your passport is full" : "Not saved",
    text:
      keeping === "full"
        ? `It holds ${MOST_SHOPS} coffee shops. Remove some to add others.`
        : "Your browser keeps nothing more for this site: its storage is full or switched off.",
    destructive: true,
  };
}
