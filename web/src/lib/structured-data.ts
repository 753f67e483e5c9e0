import type { DayHours, Shop, Site } from "../api/types.ts";
import type { Crumb } from "../ui/breadcrumb.tsx";
import { absolute } from "./head.tsx";
import { paths } from "./paths.ts";
import { AMENITIES, descriptionOf, priceOf, webAddress } from "./shop.ts";
import { shorten } from "./text.ts";

/** Structured data of schema.org, said in the words of the visible page. */

export function breadcrumbData(site: Site, trail: readonly Crumb[]) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: site.publicUrl + href,
    })),
  };
}

/** A shop within a list: what decides whether to look closer. */
export function listedShopData(site: Site, shop: Shop) {
  return {
    ...commonData(site, shop),
    description: optional(descriptionOf(shop), (text) => shorten(text, 200)),
  };
}

/** A shop on its own page, with all that is known. */
export function shopData(site: Site, shop: Shop) {
  const website = webAddress(shop.website);
  return {
    "@context": "https://schema.org",
    "@id": site.publicUrl + paths.shop(shop.slug),
    ...commonData(site, shop),
    description: descriptionOf(shop) ?? undefined,
    geo:
      shop.latitude === null || shop.longitude === null
        ? undefined
        : {
            "@type": "GeoCoordinates",
            latitude: shop.latitude.toFixed(5),
            longitude: shop.longitude.toFixed(5),
          },
    servesCuisine: "Coffee",
    sameAs: website ? [website] : undefined,
    amenityFeature: amenityData(shop),
  };
}

function commonData(site: Site, shop: Shop) {
  return {
    "@type": "CafeOrCoffeeShop",
    name: shop.name,
    url: site.publicUrl + paths.shop(shop.slug),
    image: optional(shop.imageUrl, (address) => absolute(site.publicUrl, address)),
    address: {
      "@type": "PostalAddress",
      streetAddress: shop.street ?? undefined,
      addressLocality: shop.cityName,
      addressRegion: shop.state,
      postalCode: shop.zipCode ?? undefined,
      addressCountry: "US",
    },
    telephone: shop.telephone ?? undefined,
    priceRange: "$".repeat(priceOf(shop) ?? 2),
    openingHoursSpecification: optional(shop.week, hoursData),
  };
}

function amenityData(shop: Shop) {
  const known = AMENITIES.filter(({ field }) => shop[field] !== null);
  if (known.length === 0) return undefined;
  return known.map(({ field, label }) => ({
    "@type": "LocationFeatureSpecification",
    name: label,
    value: shop[field],
  }));
}

/**
 * One entry for each distinct span with the days that share it. A day without spans is closed, which schema.org
 * writes as 00:00 to 00:00; a whole day ends at 23:59.
 */
function hoursData(week: readonly DayHours[]) {
  const days = new Map<string, string[]>();
  for (const { day, spans } of week) {
    const keys = spans.map(({ opens, closes }) => `${opens} ${lastMinute(opens, closes)}`);
    for (const key of keys.length > 0 ? keys : ["00:00 00:00"]) {
      days.set(key, [...(days.get(key) ?? []), day]);
    }
  }
  return [...days].map(([key, dayOfWeek]) => {
    const [opens, closes] = key.split(" ");
    return { "@type": "OpeningHoursSpecification", dayOfWeek, opens, closes };
  });
}

function lastMinute(opens: string, closes: string): string {
  return closes === "24:00" || (opens === "00:00" && closes === "00:00") ? "23:59" : closes;
}

function optional<T, U>(value: T | null, map: (value: T) => U): U | undefined {
  return value === null ? undefined : map(value);
}
