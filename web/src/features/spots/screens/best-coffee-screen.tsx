import type { Spots } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { SpotsPage } from "../components/spots-page.tsx";

export default function BestCoffeeScreen({ data: { spots } }: { data: { spots: Spots } }) {
  const { name, slug } = spots.city;
  return (
    <SpotsPage
      spots={spots}
      texts={{
        title: "Best Coffee",
        heading: "Best Coffee Shops",
        destination: "coffee destination",
        sought: "coffee spots",
      }}
      path={paths.bestCoffee(slug)}
      sibling={{ text: `Best Breakfast in ${name}`, href: paths.bestBreakfast(slug) }}
    />
  );
}
