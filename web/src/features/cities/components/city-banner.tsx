import type { City } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { countText } from "../../../lib/text.ts";
import { Breadcrumb, type Crumb } from "../../../ui/breadcrumb.tsx";
import { TownBanner } from "../../../ui/skyline.tsx";

/** The town's name over its photo, or over its own colors and skyline. */
export function CityBanner({ city, trail }: { city: City; trail: readonly Crumb[] }) {
  const photo = city.imageSource === "fallback" ? null : city.imageUrl;
  return (
    <div className="banner relative isolate overflow-hidden text-white">
      <div className="over-drawing no-print inset-0 -z-10">
        <TownBanner slug={city.slug} fallbackColor={city.fallbackColor} />
        {photo && (
          <>
            <img
              src={photo}
              srcSet={city.photos[0]?.srcset}
              sizes="100vw"
              // If the photo doesn't load, the drawing under it stays visible.
              alt=""
              width={city.photos[0]?.width ?? 1600}
              height={city.photos[0]?.height ?? 640}
              fetchPriority="high"
            />
            <div className="scrim absolute inset-0" />
          </>
        )}
      </div>
      <div className="page pt-6 pb-16 md:pt-10 md:pb-24">
        <Breadcrumb trail={trail} />
        <h1 className="mt-5 max-w-3xl font-extrabold text-4xl leading-[1.1] tracking-tight md:text-[3.25rem]">
          {`Coffee Shops in ${city.name}, ${city.state}`}
        </h1>
        <p className="mt-4 max-w-2xl text-lg leading-relaxed md:text-xl">
          {city.description?.trim() ||
            "Discover independent coffee shops in this charming location"}
        </p>
        {city.coffeeShopCount > 0 && <Shortcuts city={city} />}
      </div>
    </div>
  );
}

/** For visitors who are in the town now: the list is further down. */
function Shortcuts({ city: { name, state, coffeeShopCount } }: { city: City }) {
  return (
    <p className="no-print mt-5 flex flex-wrap gap-3">
      <a className="button button-on-banner" href="#shops">
        {coffeeShopCount === 1 ? "See the shop" : `See all ${countText(coffeeShopCount)} shops`}
        <span aria-hidden="true">↓</span>
      </a>
      <a
        className="button button-on-banner"
        href={paths.search({ q: `${name}, ${state}`, openNow: true })}
        // A search for people; crawlers have the list.
        rel="nofollow"
      >
        Open now
      </a>
    </p>
  );
}
