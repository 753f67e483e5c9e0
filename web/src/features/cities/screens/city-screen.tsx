import type { City, Page, Shop } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";

interface Props {
  data: { city: City; shops: Page<Shop> };
  query: { page: number };
}

export default function CityScreen({ data: { city, shops }, query }: Props) {
  return (
    <>
      <Head
        title={`Coffee Shops in ${city.name}, ${city.state}`}
        description={`Independent coffee shops in ${city.name}, ${city.stateName}.`}
        path={paths.city(city.slug, query)}
      />
      <h1>
        Coffee Shops in {city.name}, {city.state}
      </h1>
      <ul>
        {shops.items.map((shop) => (
          <li key={shop.id}>
            <a href={paths.shop(shop.slug)}>{shop.name}</a> {shop.address}
          </li>
        ))}
      </ul>
    </>
  );
}
