import type { City } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";

export default function HomeScreen({ data: { cities } }: { data: { cities: City[] } }) {
  const site = useSite();
  return (
    <>
      <Head
        title={`${site.name}: Great Coffee Lives in Small Towns`}
        bare
        description="Independent coffee shops in small towns across the United States."
        path={paths.home()}
      />
      <h1>Great Coffee Lives in Small Towns</h1>
      <search>
        <form action={paths.search()}>
          <label htmlFor="hero-search">Search by City or Town</label>
          <input id="hero-search" name="q" type="search" placeholder="Enter city or town name..." />
          <button type="submit">Search</button>
        </form>
      </search>
      <h2>Popular Coffee Destinations</h2>
      <ul>
        {cities.map((city) => (
          <li key={city.id}>
            <a href={paths.city(city.slug)}>
              {city.name}, {city.state}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
