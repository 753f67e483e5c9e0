import { type Ref, useState, useSyncExternalStore } from "react";
import { locate, type Place, placeWithoutDevice, refusalOf } from "../lib/location.ts";
import { useNavigate } from "../lib/navigate.ts";
import { Icon } from "../ui/icon.tsx";
import { useToast } from "../ui/toast.tsx";

interface Props {
  text: string;
  /** The search around the place that the device has told. */
  hrefAt: (place: Place) => string;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}

const never = () => () => undefined;
const isAskable = () => "geolocation" in navigator;

/** Searches around the visitor's place, which is asked for only by this press. Unseen where the device has no place. */
export function NearMeButton({ text, hrefAt, className = "", ref }: Props) {
  // The server knows nothing of the device; a button that is drawn later is there at once, and may be focused.
  const canAsk = useSyncExternalStore(never, isAskable, () => false);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const searchHere = async () => {
    setAsking(true);
    try {
      navigate(hrefAt(await locate()));
    } catch (error) {
      // The address may tell the town.
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
      className={`button button-small ${className} ${canAsk ? "" : "invisible"}`}
      // Not "disabled", which would take the focus away.
      aria-disabled={asking}
      onClick={asking ? undefined : searchHere}
    >
      <Icon name="pin" className="size-5" />
      {asking ? "Looking..." : text}
    </button>
  );
}
