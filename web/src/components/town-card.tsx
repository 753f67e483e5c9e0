import type { City } from "../api/types.ts";
import { paths } from "../lib/paths.ts";
import { countText, plural } from "../lib/text.ts";
import { TownStamp } from "../ui/skyline.tsx";

/** A town in a list: its stamp, its name, and its facts. */
export function TownCard({ city, level = 3 }: { city: City; level?: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <li className="card flex-row items-center gap-4 p-3">
      <div className="size-16 shrink-0 overflow-hidden rounded">
        <TownStamp slug={city.slug} fallbackColor={city.fallbackColor} />
      </div>
      <div className="min-w-0">
        <Heading className="font-semibold text-[1.0625rem] leading-snug">
          <a className="card-link" href={paths.city(city.slug)}>
            {`${city.name}, ${city.state}`}
          </a>
        </Heading>
        <p className="mt-0.5 text-[0.9375rem] text-soft">{townCounts(city)}</p>
      </div>
    </li>
  );
}

function townCounts(city: City): string {
  const shops = plural(city.coffeeShopCount, "shop");
  return `${shops} · ${countText(city.shopsWith)} voted · ${countText(city.boostedShops)} boosted`;
}
