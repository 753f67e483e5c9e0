import { useEffect, useState } from "react";
import type { Shop } from "../api/types.ts";
import { today, usePassport } from "../lib/passport.ts";
import { paths } from "../lib/paths.ts";
import { Icon, type IconName } from "../ui/icon.tsx";
import { savedTitle, useRemarks } from "./use-remarks.ts";

/** "Save" and "Been here" on a shop's page. Their state is known only to this device. */
export function PassportButtons({ shop }: { shop: Shop }) {
  const say = useRemarks(shop);
  const kept = usePassport()?.find(({ id }) => id === shop.id);
  const been = kept !== undefined && kept.visited !== null;
  const keptOn = useKeptOn(paths.shop(shop.slug));

  return (
    <>
      {toggle("bookmark", "Save", kept?.saved ?? false, (on) => say({ saved: on }, savedTitle(on)))}
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
          <strong>{`You're offline. This is a copy from ${keptOn}.`}</strong>
          {" We can't tell whether the shop is open now."}
        </p>
      )}
    </>
  );
}

/** The day on which the worker kept this page; null if it came from the network (see `worker/`). */
function useKeptOn(path: string): string | null {
  const [keptOn, setKeptOn] = useState<string | null>(null);
  useEffect(() => {
    // The document belongs to another page if the visitor has since followed a link.
    const root = document.documentElement;
    const { kept, keptOn } = root.dataset;
    setKeptOn(kept === path ? (keptOn ?? null) : null);
    // Hides "open until" and "today" (`passport.css`).
    root.toggleAttribute("data-stale", kept === path);
    return () => root.removeAttribute("data-stale");
  }, [path]);
  return keptOn;
}

/** The label stays the same, because screen readers announce the pressed state. */
function toggle(icon: IconName, word: string, pressed: boolean, press: (on: boolean) => void) {
  return (
    <button
      type="button"
      className="button toggle noscript:hidden"
      aria-pressed={pressed}
      onClick={() => press(!pressed)}
    >
      <Icon name={icon} className="size-5" />
      {word}
    </button>
  );
}
