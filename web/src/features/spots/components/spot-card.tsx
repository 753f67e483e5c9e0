import type { Spot } from "../../../api/types.ts";
import { SaveButton } from "../../../components/save-button.tsx";
import { featuredBadge } from "../../../components/shop-card.tsx";
import { shopFacts, writtenByAi } from "../../../components/shop-facts.tsx";
import { AMENITIES, type Amenity } from "../../../lib/amenities.ts";
import { clockOf } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { descriptionOf, webAddress, websiteRel } from "../../../lib/shop.ts";
import { plural } from "../../../lib/text.ts";
import { ShopPhoto, storefront } from "../../../ui/storefront/storefront.tsx";

/** The amenities that matter for breakfast or a long coffee. */
const SHOWN: readonly Amenity[] = ["hasWifi", "goodForWork", "hasOutdoorSeating"];

/**
 * A shop on a best-of page; `rank` is its position, or null where there is no order. A press anywhere on it shows its
 * details.
 */
export function SpotCard({ shop, rank }: { shop: Spot; rank: number | null }) {
  const description = descriptionOf(shop);
  const website = webAddress(shop.website);
  const amenities = AMENITIES.filter(({ field }) => SHOWN.includes(field) && shop[field] === true);
  return (
    <li className={shop.isBoosted ? "card card-boosted" : "card"}>
      {shop.imageUrl ? (
        <ShopPhoto
          className="card-picture"
          slug={shop.slug}
          name={shop.name}
          src={shop.imageUrl}
          srcSet={shop.photos[0]?.srcset}
          first={rank === 1}
        />
      ) : (
        storefront(shop.slug, shop.name, "storefront card-picture")
      )}
      {shop.isBoosted && featuredBadge("absolute top-3 left-3")}
      <div className="card-text">
        <div className="card-head">
          <h3>{shop.name}</h3>
          {rank !== null && <span className="badge badge-blue shrink-0">{`#${rank}`}</span>}
          <SaveButton shop={shop} />
        </div>
        {shopFacts(shop)}
        {shop.upvoteCount > 0 && (
          <p className="text-[0.9375rem] text-soft">{plural(shop.upvoteCount, "vote")}</p>
        )}
        <p className="text-[0.9375rem]">
          {shop.sample ? `${shop.address} · demo listing` : shop.address}
        </p>
        {shop.openTime && shop.closeTime && (
          // The day's first and last times; the state shows whether there is a break in between.
          <p className="text-[0.9375rem]">
            {isAllDay(shop)
              ? "Open 24 hours"
              : `Today ${shop.openTime} – ${shop.closeTime} · ${shop.openState.label}`}
          </p>
        )}
        {amenities.length > 0 && (
          <p className="card-tags">
            {amenities.map(({ field, label }) => (
              <span key={field} className="badge">
                {label}
              </span>
            ))}
          </p>
        )}
        {description && <p className="line-clamp-3">{description}</p>}
        {description && writtenByAi(shop, description)}
        <p className="mt-auto flex flex-wrap gap-3 pt-2">
          <a
            className="card-link button button-primary button-small"
            href={paths.shop(shop.slug)}
            aria-label={`View Details of ${shop.name}`}
          >
            View Details
          </a>
          {website && (
            <a
              className="button button-small relative z-1"
              href={website}
              target="_blank"
              rel={websiteRel(shop)}
              aria-label={`Website of ${shop.name} (opens in a new tab)`}
            >
              Website
            </a>
          )}
        </p>
      </div>
    </li>
  );
}

/** From midnight to the day's last minute, in either way of writing times. */
function isAllDay({ openTime, closeTime }: Spot): boolean {
  return openTime === clockOf(0, 0, true) && closeTime === clockOf(23, 59, true);
}
