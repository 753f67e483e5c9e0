import type { City } from "../../../api/types.ts";
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
      <div className="page pt-2 pb-3 md:pt-8 md:pb-12">
        <Breadcrumb trail={trail} />
        <h1 className="max-w-3xl font-extrabold text-2xl leading-[1.1] tracking-tight md:mt-4 md:text-[2.75rem]">
          {`Coffee Shops in ${city.name}, ${city.state}`}
        </h1>
        {/* On phones the shops come first: the introduction has the whole description. */}
        <p className="mt-1 max-w-2xl max-md:line-clamp-1 md:mt-3 md:text-lg md:leading-relaxed">
          {city.description?.trim() ||
            "Discover independent coffee shops in this charming location"}
        </p>
      </div>
    </div>
  );
}
