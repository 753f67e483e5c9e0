import type { Answer } from "../../../kit/api.ts";
import { dayText } from "../../../kit/time.ts";

export type AdminShop = Answer<"get", "/api/admin/coffee-shops">["shops"][number];

/** How visible a shop is, as text. */
export function ShopBadges({ shop }: { shop: AdminShop }) {
  const unusual = [
    shop.isDeleted && "Deleted",
    !shop.isActive && "Not published",
    shop.permanentlyClosed && "Permanently closed",
    shop.isUnconfirmed && "Unconfirmed",
  ].filter((badge) => badge !== false);
  const badges = unusual.length > 0 ? unusual : ["Listed"];
  return (
    <span className="in-[td]:max-md:justify-end flex flex-wrap gap-1.5">
      {badges.map((badge) => (
        <span key={badge} className="badge">
          {badge}
        </span>
      ))}
      {shop.isBoosted && shop.boostedUntil && (
        <span className="badge badge-amber">{`Boosted until ${dayText(shop.boostedUntil)}`}</span>
      )}
      {shop.ownerId && <span className="badge badge-blue">Has an owner</span>}
    </span>
  );
}
