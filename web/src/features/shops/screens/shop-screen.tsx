import type { Shop } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";

export default function ShopScreen({ data: { shop } }: { data: { shop: Shop } }) {
  return (
    <>
      <Head
        title={`${shop.name}, ${shop.cityName}, ${shop.state}`}
        description={`${shop.name}: ${shop.address ?? ""}`}
        path={paths.shop(shop.slug)}
      />
      <h1>{shop.name}</h1>
      <p>{shop.address}</p>
      <p>{shop.hours}</p>
    </>
  );
}
