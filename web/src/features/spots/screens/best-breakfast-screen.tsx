import type { Spots } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { SpotsPage } from "../components/spots-page.tsx";

export default function BestBreakfastScreen({ data: { spots } }: { data: { spots: Spots } }) {
  const { name, slug } = spots.city;
  return (
    <SpotsPage
      spots={spots}
      texts={{
        title: "Best Breakfast",
        heading: "Best Breakfast Spots",
        destination: "breakfast destination",
        sought: "breakfast spots",
      }}
      path={paths.bestBreakfast(slug)}
      sibling={{ text: `Best Coffee in ${name}`, href: paths.bestCoffee(slug) }}
    />
  );
}
