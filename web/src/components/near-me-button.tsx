import { type Ref, useState, useSyncExternalStore } from "react";
import { locate, type Place, placeWithoutDevice, refusalOf } from "../lib/location.ts";
import { useNavigate } from "../lib/navigate.ts";
import { Icon } from "../ui/icon.tsx";
import { useToast } from "../ui/toast.tsx";

interface Props {
  text: string;
  /** The URL of the search around the device's location. */
  hrefAt: (place: Place) => string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

const never = () => () => undefined;
const isAskable = () => "geolocation" in navigator;

/**
 * Searches around the visitor's location, which is requested only by this press. Hidden if the device can't provide
 * one.
 */
export function NearMeButton({ text, hrefAt, className = "", ref }: Props) {
  // The server doesn't know the device; nearly every one can.
  const canAsk = useSyncExternalStore(never, isAskable, () => true);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const searchHere = async () => {
    setAsking(true);
    try {
      navigate(hrefAt(await locate()));
    } catch (error) {
      // The IP address may reveal the town.
      const place = await placeWithoutDevice().catch(() => null);
      if (place) navigate(hrefAt(place));
      toast({
        ...refusalOf(error),
        ...(place ? { title: "Showing shops near your last known location" } : {}),
      });
    }
    setAsking(false);
  };
  return (
    <button
      ref={ref}
      type="button"
      className={`button button-small noscript:invisible ${className} ${canAsk ? "" : "invisible"}`}
      // Not `disabled`, which would lose the focus.
      aria-disabled={asking}
      onClick={asking ? undefined : searchHere}
    >
      <Icon name="pin" className="size-5" />
      {asking ? "Looking..." : text}
    </button>
  );
}
