import { useContext } from "react";
import type { Shop } from "../api/types.ts";
import { AMENITIES } from "../lib/amenities.ts";
import { KeptMarkupContext } from "../lib/kept-markup.ts";
import { paths } from "../lib/paths.ts";
import { descriptionOf, ratingText, townLabel } from "../lib/shop.ts";
import { LIST } from "../ui/list-role.ts";
import { ShopPhoto, storefront } from "../ui/storefront/storefront.tsx";
import { SaveButton } from "./save-button.tsx";
import { shopFacts, writtenByAi } from "./shop-facts.tsx";
import { VoteButton } from "./vote-button.tsx";

interface ShopCardProps {
  shop: Shop;
  /** Whether a boosted shop shows its "Featured" badge. */
  badges?: boolean;
  /** The first card on a screen loads its photo right away. */
  first?: boolean;
}

/** A shop in a list. */
export function ShopCard({ shop, badges = true, first = false }: ShopCardProps) {
  const keep = useContext(KeptMarkupContext);
  const isOpen = shop.openState.state === "open";
  const className = `card shop-card${shop.isBoosted ? " card-boosted" : ""}${isOpen ? " card-lit" : ""}`;
  const draw = () => <CardParts shop={shop} badges={badges} first={first} />;
  // A photo that is loaded right away adds a preload to the page's head, which React does while rendering.
  if (keep === null || first) return <li className={className}>{draw()}</li>;
  const __html = keep(`card ${badges} ${JSON.stringify(shop)}`, draw);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: what React drew of the same parts
  return <li className={className} dangerouslySetInnerHTML={{ __html }} />;
}

/** The width of a row's small picture on phones, set by its height (cards.css), and of a card from 700 px. */
const IN_CARDS = "(min-width: 64rem) 24rem, (min-width: 700px) 46vw, 10rem";

/** The content of a card. Depends only on its props, so that the server can reuse its HTML. */
function CardParts({ shop, badges, first }: Required<ShopCardProps>) {
  const description = descriptionOf(shop);
  const { slug, name, imageUrl } = shop;
  return (
    <>
      {imageUrl ? (
        <ShopPhoto
          className="card-picture"
          slug={slug}
          name={name}
          src={imageUrl}
          srcSet={shop.photos[0]?.srcset}
          sizes={IN_CARDS}
          first={first}
        />
      ) : (
        storefront(slug, name, "storefront card-picture")
      )}
      {shop.isBoosted && badges && featuredBadge("absolute top-3 left-3")}
      <div className="card-text">
        <div className="card-head">
          <h3>
            <a className="card-link" href={paths.shop(slug)}>
              {name}
            </a>
          </h3>
          <VoteButton shop={shop} />
          <SaveButton shop={shop} />
        </div>
        <p className="card-now">
          {openState(shop)}
          {shop.distance && <span>{shop.distance}</span>}
        </p>
        <p className="card-brief">{briefly(shop)}</p>
        <button type="button" className="card-more" aria-expanded="false">
          <span className="sr-only">{`More about ${name}`}</span>
        </button>
        <p className="card-town">{townLabel(shop) + (shop.sample ? " · demo listing" : "")}</p>
        {description && <p className="line-clamp-3">{description}</p>}
        {description && writtenByAi(shop, description)}
        {shopFacts(shop)}
        {shop.foursquareCategories.length > 0 && (
          <p className="card-tags">
            {shop.foursquareCategories.slice(0, 2).map((category) => (
              <span key={category} className="badge">
                {category}
              </span>
            ))}
          </p>
        )}
        <p className="card-foot">
          {shop.openState.state === "unknown" && shop.hours && `${shop.hours}\n`}
          {shop.address}
        </p>
      </div>
    </>
  );
}

/** In a row: what decides between two shops, besides their hours. */
function briefly(shop: Shop): string {
  const rating = ratingText(shop.googleRating ?? shop.rating);
  const offers = AMENITIES.filter(({ field }) => shop[field]).map(({ plain }) => plain);
  const facts = [
    rating && `★ ${rating}`,
    shop.distance ? null : shop.street,
    ...offers.slice(0, 2),
  ];
  return facts.filter(Boolean).join(" · ");
}

interface ShopGridProps {
  shops: readonly Shop[];
  badges?: boolean;
  /** Four narrow cards per row instead of three. */
  narrow?: boolean;
  /** Whether the first card's photo is among the first things that a visitor sees. */
  leading?: boolean;
}

/** A grid of shop cards. */
export function ShopGrid({ shops, badges = true, narrow = false, leading = false }: ShopGridProps) {
  return (
    <ul {...LIST} className={narrow ? "card-grid card-grid-small" : "card-grid"}>
      {shops.map((shop, index) => (
        <ShopCard key={shop.id} shop={shop} badges={badges} first={leading && index === 0} />
      ))}
    </ul>
  );
}

// Plain functions, not components: see shopFacts.

export function featuredBadge(place = "") {
  return <span className={`badge badge-amber ${place}`}>Featured</span>;
}

export function openState({ openState: { state, label } }: Shop) {
  return (
    <span className={state === "open" ? "open-state open-state-open" : "open-state"}>{label}</span>
  );
}
