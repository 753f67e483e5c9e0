import type { Shop } from "../../../api/types.ts";
import { track } from "../../../lib/track.ts";
import { Icon } from "../../../ui/icon.tsx";

/**
 * The way there from wherever the visitor is. Phones open this address in their maps application, computers in the
 * browser; nothing is asked of that company before the press.
 */
export function DirectionsLink({ shop }: { shop: Shop }) {
  const { latitude, longitude, address } = shop;
  const place = latitude !== null && longitude !== null ? `${latitude},${longitude}` : address;
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
