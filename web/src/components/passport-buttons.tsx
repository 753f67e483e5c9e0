import { useEffect, useState } from "react";
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
  const keptOn = useKeptOn(paths.shop(shop.slug));

  const say = (said: Remark, title: string) => {
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

  return (
    <>
      {toggle("bookmark", "Save", kept?.saved ?? false, (on) =>
        say({ saved: on }, on ? "Saved in your coffee passport" : "No longer saved"),
      )}
      {toggle("stamp", "Been here", been, (on) =>
        say(
          { visited: on ? today() : null },
          on ? "Stamped in your coffee passport" : "Stamp removed",
        ),
      )}
      {keptOn && (
        <p
          role="status"
          className="order-last w-full rounded-md bg-amber-wash px-4 py-3 text-amber-ink"
        >
          <strong>{`You are offline: this page was kept on ${keptOn}.`}</strong>
          {" Whether the shop is open now is not known."}
        </p>
      )}
    </>
  );
}

/** The day on which the worker kept this page; null when it came from the network (see `worker/`). */
function useKeptOn(path: string): string | null {
  const [keptOn, setKeptOn] = useState<string | null>(null);
  useEffect(() => {
    // The document was another page's when it came, if somebody has followed a link in it.
    const root = document.documentElement;
    const { kept, keptOn } = root.dataset;
    setKeptOn(kept === path ? (keptOn ?? null) : null);
    // Hides "open until" and "today" (`passport.css`).
    root.toggleAttribute("data-stale", kept === path);
    return () => root.removeAttribute("data-stale");
  }, [path]);
  return keptOn;
}

/** Its word stays the same, because readers hear that it is pressed. */
function toggle(icon: IconName, word: string, pressed: boolean, press: (on: boolean) => void) {
  return (
    <button
      type="button"
      className="button toggle"
      aria-pressed={pressed}
      onClick={() => press(!pressed)}
    >
      <Icon name={icon} className="size-5" />
      {word}
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
