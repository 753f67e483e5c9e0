import type { ReactNode } from "react";
import type { Shop } from "../api/types.ts";
import { paths } from "../lib/paths.ts";
import { descriptionOf, townLabel } from "../lib/shop.ts";
import { countText } from "../lib/text.ts";
import { ShopPicture } from "../ui/storefront/storefront.tsx";
import { ShopFacts } from "./shop-facts.tsx";

interface ShopCardProps {
  shop: Shop;
  /** Whether a boosted shop carries its "Featured" badge. */
  badges?: boolean;
  /** The first card of a screen: its photo is fetched at once. */
  first?: boolean;
  /** The upvote control; the count alone until there is one. */
  votes?: ReactNode;
}

/** A shop in a list. */
export function ShopCard({ shop, badges = true, first = false, votes }: ShopCardProps) {
  const description = descriptionOf(shop);
  return (
    <li className={shop.isBoosted ? "card card-boosted" : "card"}>
      <div className="card-picture">
        <ShopPicture slug={shop.slug} name={shop.name} imageUrl={shop.imageUrl} first={first} />
      </div>
      {shop.isBoosted && badges && <FeaturedBadge className="absolute top-3 left-3" />}
      <div className="flex grow flex-col gap-2 p-4">
        <div className="flex items-start justify-between gap-3">
          <h3 className="min-w-0 font-semibold text-[1.1875rem] leading-snug">
            <a className="card-link" href={paths.shop(shop.slug)}>
              {shop.name}
            </a>
          </h3>
          {votes ?? <VoteCount count={shop.upvoteCount} />}
        </div>
        <p className="-mt-1 text-[0.9375rem] text-soft">
          {shop.sample ? `${townLabel(shop)} · invented sample` : townLabel(shop)}
        </p>
        {description && <p className="line-clamp-3 leading-normal">{description}</p>}
        <ShopFacts shop={shop} />
        {shop.foursquareCategories.length > 0 && (
          <p className="flex flex-wrap gap-1.5">
            {shop.foursquareCategories.slice(0, 2).map((category) => (
              <span key={category} className="badge">
                {category}
              </span>
            ))}
          </p>
        )}
        <p className="mt-auto border-rule border-t pt-2 text-[0.9375rem] text-soft">
          <OpenState shop={shop} />
          {shop.address && <span className="block">{shop.address}</span>}
        </p>
      </div>
    </li>
  );
}

interface ShopGridProps {
  shops: readonly Shop[];
  badges?: boolean;
  /** Four narrow cards in a row instead of three. */
  narrow?: boolean;
  /** Whether the first card's photo is among the first things that a visitor sees. */
  leading?: boolean;
}

/** Shops as a grid of cards. */
export function ShopGrid({ shops, badges = true, narrow = false, leading = false }: ShopGridProps) {
  return (
    <ul className={narrow ? "card-grid card-grid-small" : "card-grid"}>
      {shops.map((shop, index) => (
        <ShopCard key={shop.id} shop={shop} badges={badges} first={leading && index === 0} />
      ))}
    </ul>
  );
}

export function FeaturedBadge({ className = "" }: { className?: string }) {
  return <span className={`badge badge-amber ${className}`}>Featured</span>;
}

export function OpenState({ shop: { openState } }: { shop: Shop }) {
  return (
    <span className={openState.state === "open" ? "open-state open-state-open" : "open-state"}>
      {openState.label}
    </span>
  );
}

function VoteCount({ count }: { count: number }) {
  return (
    <span
      className="badge shrink-0"
      role="img"
      aria-label={count === 1 ? "1 upvote" : `${countText(count)} upvotes`}
    >
      {`▲ ${countText(count)}`}
    </span>
  );
}
