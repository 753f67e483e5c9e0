import type { Shop } from "../api/types.ts";

/** Facts derived from a shop, in one place for cards, pages and structured data. */

export function descriptionOf(shop: Shop): string | null {
  const texts = [shop.ownerDescription, shop.aiGeneratedDescription, shop.description];
  return texts.find((text) => text?.trim()) ?? null;
}

export function townLabel(shop: Shop): string {
  return shop.cityName && shop.state ? `${shop.cityName}, ${shop.state}` : "Unknown Location";
}

/** A rating out of 5 with one decimal; null if there is none. */
export function ratingText(rating: string | null): string | null {
  const value = Number(rating);
  return value > 0 && value <= 5 ? value.toFixed(1) : null;
}

/** Foursquare's ratings are out of 10; halved to match ratings out of 5. */
export function foursquareText(rating: string | null): string | null {
  const value = Number(rating);
  return value > 0 && value <= 10 ? (value / 2).toFixed(1) : null;
}

/** 1 to 4 dollar signs; null if the price level is unknown. */
export function priceOf(shop: Pick<Shop, "foursquarePriceLevel" | "priceLevel">): number | null {
  const level = shop.foursquarePriceLevel ?? Number(shop.priceLevel ?? Number.NaN);
  return Number.isInteger(level) && level >= 1 && level <= 4 ? level : null;
}

/** A web address that is safe to link to; adds `https://` if the scheme is missing. */
export function webAddress(text: string | null): string | null {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return null;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return /^https?:\/\/[^\s/?#]+/i.test(address) ? address : null;
}

/** The `rel` of links to a shop's website: sponsored, or user-provided (checklist S14). */
export function websiteRel(shop: Shop): string {
  return shop.isBoosted ? "sponsored noopener" : "ugc nofollow noopener";
}

/** "coffee.example" of "https://www.coffee.example/menu". */
export function hostOf(address: string): string {
  return /^https?:\/\/(?:www\.)?([^/?#]+)/i.exec(address)?.[1] ?? address;
}
