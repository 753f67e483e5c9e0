import type { Shop, ShopLink, Site } from "../api/types.ts";
import type { Crumb } from "../ui/breadcrumb.tsx";
import { AMENITIES } from "./amenities.ts";
import { absolute, pictureOf } from "./head.tsx";
import { paths } from "./paths.ts";
import { descriptionOf, priceOf, webAddress } from "./shop.ts";
import { shorten } from "./text.ts";

/** schema.org structured data, matching the visible page. */

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

/** A shop in a list, with what helps decide whether to look closer. */
export function listedShopData(site: Site, shop: Shop) {
  return {
    ...commonData(site, shop),
    description: optional(descriptionOf(shop), (text) => shorten(text, 200)),
  };
}

/** A shop on its own page, with everything known. */
export function shopData(site: Site, shop: Shop) {
  const urlOf = (...kinds: ShopLink["kind"][]) =>
    shop.links?.filter(({ kind }) => kinds.includes(kind)).map(({ url }) => url) ?? [];
  const website = webAddress(shop.website);
  const sameAs = [...(website ? [website] : []), ...urlOf("instagram", "facebook")];
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
    sameAs: sameAs.length > 0 ? sameAs : undefined,
    hasMenu: urlOf("menu")[0],
    email: urlOf("email")[0]?.replace("mailto:", ""),
    amenityFeature: amenityData(shop),
  };
}

/** A shop's drawn picture. */
export function shopPicture(site: Site, shop: Shop): string {
  return pictureOf(site, "coffee-shops", shop.slug, shop.updatedAt);
}

function commonData(site: Site, shop: Shop) {
  return {
    "@type": "CafeOrCoffeeShop",
    name: shop.name,
    url: site.publicUrl + paths.shop(shop.slug),
    image: absolute(site.publicUrl, shop.imageUrl ?? shopPicture(site, shop)),
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
    ...hoursData(shop),
  };
}

/** Google reads exceptions among the regular hours, and schema.org has a property of their own for them. */
function hoursData({ hoursSpecification }: Shop) {
  const entries = hoursSpecification?.map(({ days, exception, ...span }) => ({
    isException: exception === true,
    data: { "@type": "OpeningHoursSpecification", dayOfWeek: days, ...span },
  }));
  const exceptions = entries?.filter(({ isException }) => isException);
  return {
    openingHoursSpecification: entries?.map(({ data }) => data),
    specialOpeningHoursSpecification: exceptions?.length
      ? exceptions.map(({ data }) => data)
      : undefined,
  };
}

function amenityData(shop: Shop) {
  const known = AMENITIES.filter(({ field }) => shop[field] !== null);
  const all = [
    ...known.map(({ field, label }) => ({ label, has: shop[field] })),
    ...(shop.moreAmenities ?? []),
  ];
  if (all.length === 0) return undefined;
  return all.map(({ label, has }) => ({
    "@type": "LocationFeatureSpecification",
    name: label,
    value: has,
  }));
}

function optional<T, U>(value: T | null, map: (value: T) => U): U | undefined {
  return value === null ? undefined : map(value);
}
