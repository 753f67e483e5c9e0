import type { Shop } from "../api/types.ts";
import { foursquareText, priceOf, ratingText } from "../lib/shop.ts";
import { countText } from "../lib/text.ts";

/** Ratings and price in one line. Few elements: lists draw it fifty times. */
export function ShopFacts({ shop }: { shop: Shop }) {
  const rating = ratingText(shop.googleRating ?? shop.rating);
  const reviews = shop.googleReviewCount ?? shop.reviewCount;
  const foursquare = foursquareText(shop.foursquareRating);
  const price = priceOf(shop);
  if (!rating && !foursquare && price === null) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-[0.9375rem] text-soft">
      {rating && (
        <span className="stars" role="img" aria-label={ratingLabel(rating, reviews)}>
          {reviews === null ? rating : `${rating} (${countText(reviews)} Google reviews)`}
        </span>
      )}
      {foursquare && (
        <span role="img" aria-label={`Foursquare: ${foursquare} of 5`}>
          {`${foursquare} Foursquare`}
        </span>
      )}
      {price !== null && <Price level={price} />}
    </p>
  );
}

function ratingLabel(rating: string, reviews: number | null): string {
  return reviews === null
    ? `${rating} of 5`
    : `${rating} of 5, ${countText(reviews)} Google ${reviews === 1 ? "review" : "reviews"}`;
}

export function Price({ level }: { level: number }) {
  return (
    <span className="font-semibold" role="img" aria-label={`price level ${level} of 4`}>
      {"$".repeat(level)}
      {level < 4 && <span className="price-rest">{"$".repeat(4 - level)}</span>}
    </span>
  );
}
