import { paths } from "../../lib/paths.ts";
import { featuredBadge, openState } from "../shop-card.tsx";
import type { PlacedShop } from "./pins.ts";

/** A pressed pin's shop, or the shops that share its position. */
export function MapCard({ shops, onClose }: { shops: readonly PlacedShop[]; onClose: () => void }) {
  return (
    <div className="map-card">
      <ul>
        {shops.map((shop) => (
          <li key={shop.id}>
            <p className="map-card-name">
              <a className="link" href={paths.shop(shop.slug)}>
                {shop.name}
              </a>
              {shop.isBoosted && <> {featuredBadge()}</>}
            </p>
            <p>{openState(shop)}</p>
            {shop.address && <p className="map-card-address">{shop.address}</p>}
          </li>
        ))}
      </ul>
      <button type="button" className="map-control" aria-label="Close" onClick={onClose}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 6l12 12M18 6 6 18" />
        </svg>
      </button>
    </div>
  );
}
