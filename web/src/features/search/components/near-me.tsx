import { useEffect, useRef, useState } from "react";
import { locate } from "../../../lib/location.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { DEFAULT_RADIUS, type SearchQuery } from "../search-query.ts";
import { RADIUS_FIELD, RadiusSelect } from "./radius-select.tsx";

/** Searches around the visitor's place, which is asked for only by pressing the button. */
export function NearMe({ query }: { query: SearchQuery }) {
  const [canAsk, setCanAsk] = useState(false);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const isNear = query.lat !== null && query.lon !== null;
  const button = useRef<HTMLButtonElement>(null);
  const wasNear = useRef(isNear);
  useEffect(() => setCanAsk("geolocation" in navigator), []);
  useEffect(() => {
    if (wasNear.current === isNear) return;
    wasNear.current = isNear;
    // What was pressed has given its place to what is there now.
    if (document.activeElement === document.body)
      (button.current ?? document.getElementById(RADIUS_FIELD))?.focus({ preventScroll: true });
  }, [isNear]);

  if (isNear) {
    return (
      <>
        <input type="hidden" name="lat" value={query.lat ?? ""} />
        <input type="hidden" name="lon" value={query.lon ?? ""} />
        <RadiusSelect radius={query.radius} />
        <a
          className="button button-small"
          href={paths.search({ ...query, lat: null, lon: null, radius: null, page: 1 })}
        >
          Anywhere
        </a>
      </>
    );
  }

  const searchHere = async () => {
    setAsking(true);
    try {
      const { lat, lon } = await locate();
      navigate(paths.search({ ...query, lat, lon, radius: DEFAULT_RADIUS, page: 1 }));
    } catch {
      toast({ title: "Your location could not be found", destructive: true });
    }
    setAsking(false);
  };
  return (
    <button
      ref={button}
      type="button"
      className={`button button-small ${canAsk ? "" : "invisible"}`}
      // Not "disabled", which would take the focus away.
      aria-disabled={asking}
      onClick={asking ? undefined : searchHere}
    >
      <Icon name="pin" className="size-5" />
      {asking ? "Looking..." : "Use my location"}
    </button>
  );
}
