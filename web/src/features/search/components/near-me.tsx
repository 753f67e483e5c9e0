import { useEffect, useRef } from "react";
import { NearMeButton } from "../../../components/near-me-button.tsx";
import { paths } from "../../../lib/paths.ts";
import { DEFAULT_RADIUS, type SearchQuery } from "../search-query.ts";
import { RADIUS_FIELD, RadiusSelect } from "./radius-select.tsx";

/** Searching around the visitor's location: a button to start, and the radius once it is such a search. */
export function NearMe({ query }: { query: SearchQuery }) {
  const isNear = query.lat !== null && query.lon !== null;
  const button = useRef<HTMLButtonElement>(null);
  const wasNear = useRef(isNear);
  useEffect(() => {
    if (wasNear.current === isNear) return;
    wasNear.current = isNear;
    // The pressed button was replaced by what is there now.
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
  return (
    <NearMeButton
      ref={button}
      text="Use my location"
      className="max-sm:gap-1 max-sm:px-1"
      hrefAt={({ lat, lon }) =>
        paths.search({ ...query, lat, lon, radius: DEFAULT_RADIUS, page: 1 })
      }
    />
  );
}
