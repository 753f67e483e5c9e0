import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { City } from "../../../api/types.ts";
import { TownCard } from "../../../components/town-card.tsx";
import { findVisitor, locate, type VisitorPlace, withState } from "../../../lib/location.ts";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Section } from "../../../ui/section.tsx";

/**
 * Popular towns, or those near the visitor once their place is known: without a question where that can be, otherwise
 * when they press the button (decision D21). Failures are silent: the popular towns stay.
 */
export function Destinations({ popular }: { popular: readonly City[] }) {
  const { promptForLocation } = useSite();
  const [place, setPlace] = useState<VisitorPlace | null>(null);
  const [canAsk, setCanAsk] = useState(false);
  const find = () => {
    locate()
      .then(withState)
      .then(setPlace)
      .catch(() => undefined);
  };
  useEffect(() => {
    let isHere = true;
    setCanAsk("geolocation" in navigator);
    findVisitor(promptForLocation).then((found) => {
      if (found && isHere) setPlace(found);
    });
    return () => {
      isHere = false;
    };
  }, [promptForLocation]);
  const near = useQuery<City[]>({
    queryKey: [
      `/api/cities?near=${place?.lat},${place?.lon}${place?.state ? `&state=${place.state}` : ""}&limit=12`,
    ],
    enabled: place !== null,
  });
  const cities = near.data ?? popular;
  return (
    <Section
      id="destinations"
      title={near.data ? "Coffee Near You" : "Popular Coffee Destinations"}
      more={{ href: paths.cities(), text: "View all cities →" }}
    >
      <ul className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        {cities.map((city) => (
          <TownCard key={city.id} city={city} />
        ))}
      </ul>
      {cities.length === 0 && <p className="text-soft">No cities found</p>}
      <button
        type="button"
        className={`button button-small mt-5 ${canAsk && !near.data ? "" : "invisible"}`}
        onClick={find}
      >
        <Icon name="pin" className="size-5" />
        Use my location
      </button>
    </Section>
  );
}
