import type { Shop } from "../../../api/types.ts";
import { track } from "../../../lib/track.ts";
import { Icon } from "../../../ui/icon.tsx";

/**
 * Directions from the visitor's location. Phones open this URL in their maps app, computers in the browser; nothing is
 * requested from that company before the press.
 */
export function DirectionsLink({ shop }: { shop: Shop }) {
  const { name, street, latitude, longitude, address } = shop;
  const point = latitude !== null && longitude !== null ? `${latitude},${longitude}` : null;
  // A map knows the shop by its name and street; without a street, the point says where it is.
  const place = street || !point ? address && `${name}, ${address}` : point;
  if (!place) return null;
  return (
    <a
      className="button"
      href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`}
      rel="noopener"
      onClick={() => track({ eventType: "directions_click", coffeeShopId: shop.id })}
    >
      <Icon name="way" className="size-5" />
      Directions
    </a>
  );
}
