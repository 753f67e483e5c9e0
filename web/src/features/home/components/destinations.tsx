import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { City } from "../../../api/types.ts";
import { SideNote } from "../../../components/side-note.tsx";
import { TownCard } from "../../../components/town-card.tsx";
import { findVisitor, locate, type Place, refusalOf } from "../../../lib/location.ts";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { Section } from "../../../ui/section.tsx";
import { TownSkeletons } from "../../../ui/skeleton.tsx";
import { useToast } from "../../../ui/toast.tsx";

interface Props {
  title: string;
  popular: readonly City[] | undefined;
}

/**
 * Popular towns, or those near the visitor once their location is known: without a prompt if possible, otherwise when
 * they press the button (decision D21). Failures are silent: the popular towns stay.
 */
export function Destinations({ title, popular }: Props) {
  const { promptForLocation } = useSite();
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    findVisitor(promptForLocation).then(setPlace, () => undefined);
  }, [promptForLocation]);
  const near = useQuery<City[]>({
    queryKey: [`/api/cities?near=${place?.lat},${place?.lon}&limit=12`],
    enabled: place !== null,
  });
  // Outside the states that the directory covers, nothing is nearby.
  const found = near.data?.length ? near.data : null;
  const cities = found ?? popular;
  const toast = useToast();
  const askDevice = () =>
    locate().then(
      ({ lat, lon }) => setPlace({ lat, lon }),
      (error) => toast(refusalOf(error)),
    );
  return (
    <Section
      id="destinations"
      title={found ? "Coffee Near You" : title}
      more={{ href: paths.cities(), text: "View all cities →" }}
      action={
        <button
          type="button"
          // Useful while the location is missing, old or guessed. Once pressed it stays, because it has the focus.
          className={`button button-small noscript:invisible ${found && place?.told ? "invisible" : ""}`}
          onClick={askDevice}
        >
          <Icon name="pin" className="size-5" />
          Use my location
        </button>
      }
    >
      <ul {...LIST} className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        {cities?.map((city) => (
          <TownCard key={city.id} city={city} />
        ))}
      </ul>
      {!cities && (
        <SideNote read="cities" what="the towns">
          <TownSkeletons count={4} />
        </SideNote>
      )}
      {cities?.length === 0 && <p className="text-soft">No cities found</p>}
    </Section>
  );
}
