import { useEffect, useState } from "react";
import { locate } from "../../../lib/location.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { DEFAULT_RADIUS, type SearchQuery } from "../search-query.ts";
import { RadiusSelect } from "./radius-select.tsx";

/** Searches around the visitor's place, which is asked for only by pressing the button. */
export function NearMe({ query }: { query: SearchQuery }) {
  const [canAsk, setCanAsk] = useState(false);
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  useEffect(() => setCanAsk("geolocation" in navigator), []);

  if (query.lat !== null && query.lon !== null) {
    return (
      <>
        <input type="hidden" name="lat" value={query.lat} />
        <input type="hidden" name="lon" value={query.lon} />
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
      const place = await locate();
      navigate(paths.search({ ...query, ...place, radius: DEFAULT_RADIUS, page: 1 }));
    } catch {
      toast({ title: "Your location could not be found", destructive: true });
    }
    setAsking(false);
  };
  return (
    <button
      type="button"
      className={`button button-small ${canAsk ? "" : "invisible"}`}
      disabled={asking}
      onClick={searchHere}
    >
      <Icon name="pin" className="size-5" />
      {asking ? "Looking..." : "Use my location"}
    </button>
  );
}
