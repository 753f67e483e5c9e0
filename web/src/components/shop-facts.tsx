import type { Shop } from "../api/types.ts";
import { foursquareText, priceOf, ratingText } from "../lib/shop.ts";
import { plural } from "../lib/text.ts";

/** What the line is made of. */
export type ShopFacts = Pick<
  Shop,
  | "rating"
  | "reviewCount"
  | "googleRating"
  | "googleReviewCount"
  | "foursquareRating"
  | "foursquarePriceLevel"
  | "priceLevel"
>;

/**
 * Ratings and price on one line. Called as a function and with few elements: lists render it fifty times, and on the
 * server each component and element costs time.
 */
export function shopFacts(shop: ShopFacts) {
  const rating = ratingText(shop.googleRating ?? shop.rating);
  const reviews = shop.googleReviewCount ?? shop.reviewCount;
  const foursquare = foursquareText(shop.foursquareRating);
  const price = priceOf(shop);
  if (!rating && !foursquare && price === null) return null;
  return (
    <p className="facts">
      {rating && (
        <span className="stars" role="img" aria-label={ratingLabel(rating, reviews)}>
          {reviews === null ? rating : `${rating} (${plural(reviews, "Google review")})`}
        </span>
      )}
      {foursquare && (
        <span role="img" aria-label={`Foursquare: ${foursquare} of 5`}>
          {`${foursquare} Foursquare`}
        </span>
      )}
      {price !== null && (
        <span className="price" role="img" aria-label={`price level ${price} of 4`}>
          {"$".repeat(price)}
          {price < 4 && <span>{"$".repeat(4 - price)}</span>}
        </span>
      )}
    </p>
  );
}

/** Under a description in a list: says that no person wrote it (decision D78). */
export function writtenByAi(shop: Pick<Shop, "aiGeneratedDescription">, description: string) {
  return (
    description === shop.aiGeneratedDescription && (
      <p className="text-[0.9375rem] text-soft">Written by AI</p>
    )
  );
}

function ratingLabel(rating: string, reviews: number | null): string {
  return reviews === null
    ? `${rating} of 5`
    : `${rating} of 5, ${plural(reviews, "Google review")}`;
}
