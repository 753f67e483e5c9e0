/** A grade of freshness (D98): one to five stars, in words for those who don't see them. */
export function FreshnessStars({ stars }: { stars: number }) {
  return (
    <span role="img" aria-label={`${stars} of 5 stars`} className="stars-given">
      {"★".repeat(stars) + "☆".repeat(5 - stars)}
    </span>
  );
}
