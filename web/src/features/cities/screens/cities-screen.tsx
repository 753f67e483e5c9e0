import type { City } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";

export default function CitiesScreen({ data: { cities } }: { data: { cities: City[] } }) {
  return (
    <>
      <Head
        title="Browse Cities"
        description="Every town in the directory."
        path={paths.cities()}
      />
      <h1>Browse Cities</h1>
      <ul>
        {cities.map((city) => (
          <li key={city.id}>
            <a href={paths.city(city.slug)}>
              {city.name}, {city.state}
            </a>{" "}
            {city.coffeeShopCount}
          </li>
        ))}
      </ul>
    </>
  );
}
