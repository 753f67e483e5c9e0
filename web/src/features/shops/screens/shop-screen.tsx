import type { Shop, Story } from "../../../api/types.ts";
import { PassportButtons } from "../../../components/passport-buttons.tsx";
import { PhotoCredit } from "../../../components/photo-credit.tsx";
import { ShareButton } from "../../../components/share-button.tsx";
import { featuredBadge, openState } from "../../../components/shop-card.tsx";
import { shopFacts } from "../../../components/shop-facts.tsx";
import { SideNote } from "../../../components/side-note.tsx";
import { VoteButton } from "../../../components/vote-button.tsx";
import { AMENITIES } from "../../../lib/amenities.ts";
import { lengthText } from "../../../lib/formats.ts";
import { Head, JsonLd } from "../../../lib/head.tsx";
import { AROUND_MILES, paths } from "../../../lib/paths.ts";
import { descriptionOf, townLabel } from "../../../lib/shop.ts";
import { useSite } from "../../../lib/site.tsx";
import { breadcrumbData, shopData, shopPicture } from "../../../lib/structured-data.ts";
import { plural, shorten } from "../../../lib/text.ts";
import { useTracked } from "../../../lib/use-tracked.ts";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { ShopPhoto, storefront } from "../../../ui/storefront/storefront.tsx";
import { CallLink } from "../components/call-link.tsx";
import { ContactCard } from "../components/contact-card.tsx";
import { DirectionsLink } from "../components/directions-link.tsx";
import { MorePhotos } from "../components/more-photos.tsx";
import { OwnerPanel } from "../components/owner-panel.tsx";
import { PhotoLink } from "../components/photo-link.tsx";
import { TownStory } from "../components/town-story.tsx";
import { useOwnAddress } from "../components/use-own-address.ts";
import { useOwnShop } from "../components/use-own-shop.ts";
import { useOwnerWelcome } from "../components/use-owner-welcome.ts";
import { usePaymentReturn } from "../components/use-payment-return.ts";

interface Props {
  data: { shop: Shop; story: Story | null | undefined };
}

/** Search engines cut longer titles. */
const LONGEST_TITLE = 60;

export default function ShopScreen({ data: { shop, story } }: Props) {
  const site = useSite();
  useOwnAddress(paths.shop(shop.slug));
  usePaymentReturn(shop.id);
  const Welcome = useOwnerWelcome(shop.slug);
  const own = useOwnShop(shop.id);
  useTracked(shop.id, { eventType: "page_view", coffeeShopId: shop.id });
  const town = townLabel(shop);
  const description = descriptionOf(shop);
  const title = `${shop.name} in ${town}`;
  const trail = [
    { name: "Home", href: paths.home() },
    { name: town, href: paths.city(shop.citySlug) },
    { name: shop.name, href: paths.shop(shop.slug) },
  ];
  return (
    <article className="page pt-8">
      <Head
        title={title}
        bare={`${title} | ${site.name}`.length > LONGEST_TITLE}
        description={metaDescription(shop, description)}
        keywords={keywordsOf(shop, town)}
        path={paths.shop(shop.slug)}
        picture={shopPicture(site, shop)}
        cover={shop.photos[0]}
      />
      <JsonLd data={import.meta.env.SSR && breadcrumbData(site, trail)} />
      <JsonLd data={import.meta.env.SSR && shopData(site, shop)} />
      <div className="text-soft">
        <Breadcrumb trail={trail} />
      </div>
      {shop.permanentlyClosed && (
        <p className="mt-4 rounded-md border-[1.5px] border-red bg-raised px-4 py-3 font-semibold text-red">
          Permanently closed.
        </p>
      )}
      {shop.notices.map((notice) => (
        <p key={notice} className="mt-4 rounded-md bg-amber-wash px-4 py-3 text-amber-ink">
          {notice}
        </p>
      ))}
      {own && <own.Edit shop={shop} />}
      {Welcome && <Welcome shop={shop} />}
      <ShopHeader shop={shop} town={town} />
      <div className="shop-columns">
        <div>
          <div
            className={`shop-picture ${shop.isBoosted ? "boosted" : ""} ${shop.imageUrl ? "" : "no-print"}`}
          >
            {shop.imageUrl ? (
              <PhotoLink shop={shop} index={0}>
                <ShopPhoto
                  className="h-full"
                  slug={shop.slug}
                  name={shop.name}
                  src={shop.imageUrl}
                  srcSet={shop.photos[0]?.srcset}
                  sizes="(min-width: 64rem) 44rem, 92vw"
                  alt={shop.photos[0]?.alt ?? `${shop.name} in ${town}`}
                  first
                />
              </PhotoLink>
            ) : (
              storefront(shop.slug, shop.name)
            )}
          </div>
          {shop.photos[0] && <PhotoCredit photo={shop.photos[0]} />}
          <Tags shop={shop} />
        </div>
        <div className="shop-side">
          <ContactCard shop={shop} />
        </div>
        {(description || story !== null || shop.photos.length > 1) && (
          <div className="grid gap-10 lg:col-start-1">
            <About shop={shop} description={description} />
            <MorePhotos shop={shop} />
            {story && <TownStory story={story} citySlug={shop.citySlug} />}
            {story === undefined && <SideNote read="story" what="the local story" />}
          </div>
        )}
      </div>
      {own ? <own.Panel key={shop.id} shop={shop} /> : <OwnerPanel shop={shop} />}
      <SuggestLinks shop={shop} />
      <p className="no-print mt-10 flex flex-wrap gap-x-8 gap-y-2 font-semibold">
        <a className="link py-1" href={paths.city(shop.citySlug)}>
          {`More coffee shops in ${shop.cityName} →`}
        </a>
        {shop.latitude !== null && shop.longitude !== null && (
          // For people: crawlers would make one search per shop.
          <a
            className="link py-1"
            href={paths.around(shop.latitude, shop.longitude)}
            rel="nofollow"
          >
            {`Coffee within ${lengthText(AROUND_MILES)} →`}
          </a>
        )}
      </p>
    </article>
  );
}

/** Anyone may help. Crawlers are kept out, because these are forms. */
function SuggestLinks({ shop }: { shop: Shop }) {
  const form = paths.suggestEdit(shop.slug);
  const links = [
    [form, "Suggest an edit"],
    [`${form}?kind=hours`, "Wrong hours"],
    [`${form}?kind=closed`, "Permanently closed"],
    [`${form}?kind=chain`, "This is a chain"],
  ];
  return (
    <p className="no-print mt-6 flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem] text-soft">
      <span className="py-1">Is something wrong here?</span>
      {(shop.permanentlyClosed ? links.slice(0, 1) : links).map(([href, text]) => (
        <a key={href} className="link py-1" href={href} rel="nofollow">
          {text}
        </a>
      ))}
    </p>
  );
}

function ShopHeader({ shop, town }: { shop: Shop; town: string }) {
  return (
    <header className="mt-5">
      <div>
        {shop.isBoosted && featuredBadge()}
        <h1 className="mt-2 font-extrabold text-4xl leading-[1.1] tracking-tight md:text-5xl">
          {shop.name}
        </h1>
        <p className="mt-2 text-lg text-soft">{town}</p>
        <div className="mt-2">{shopFacts(shop)}</div>
        {!shop.permanentlyClosed && <p className="of-now mt-2 text-soft">{openState(shop)}</p>}
      </div>
      <div className="shop-actions mt-5 flex flex-wrap items-center gap-3">
        {!shop.permanentlyClosed && <CallLink shop={shop} />}
        {!shop.permanentlyClosed && <DirectionsLink shop={shop} />}
        {shop.permanentlyClosed ? (
          <p className="font-semibold">{plural(shop.upvoteCount, "upvote")}</p>
        ) : (
          <VoteButton shop={shop} />
        )}
        <PassportButtons shop={shop} />
        <ShareButton title={`${shop.name} in ${town}`} path={paths.shop(shop.slug)} />
      </div>
    </header>
  );
}

/** The kind of shop, and its known amenities. */
function Tags({ shop }: { shop: Shop }) {
  const amenities = AMENITIES.filter(({ field }) => shop[field] === true);
  const more = shop.moreAmenities?.filter(({ has }) => has) ?? [];
  const offers = [...amenities, ...more];
  if (shop.foursquareCategories.length === 0 && offers.length === 0) return null;
  return (
    <ul {...LIST} className="mt-5 flex flex-wrap gap-2" aria-label="Categories and amenities">
      {shop.foursquareCategories.map((category) => (
        <li key={category} className="badge">
          {category}
        </li>
      ))}
      {offers.map(({ label }) => (
        <li key={label} className="badge badge-blue">
          <Icon name="check" className="size-3.5" />
          {label}
        </li>
      ))}
    </ul>
  );
}

function About({ shop, description }: { shop: Shop; description: string | null }) {
  if (!description) return null;
  return (
    <section aria-labelledby="about">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="about" className="font-bold text-2xl">
          {`About ${shop.name}`}
        </h2>
        {shop.ownerDescription && shop.ownerId && (
          <span className="badge badge-blue">
            <Icon name="check" className="size-3.5" />
            Verified Owner
          </span>
        )}
      </div>
      <p className="mt-3 max-w-text whitespace-pre-line text-[1.0625rem] leading-relaxed">
        {description}
      </p>
      {description === shop.aiGeneratedDescription && (
        <p className="mt-1 text-soft">Written by AI from the facts on this page.</p>
      )}
    </section>
  );
}

/** Read from the server's page alone, by search engines. */
function keywordsOf(shop: Shop, town: string): string {
  if (!import.meta.env.SSR) return "";
  const kind = "independent coffee shop";
  return [shop.name, `coffee ${town}`, kind, ...shop.foursquareCategories].join(", ");
}

function metaDescription(shop: Shop, description: string | null): string {
  const start = `${shop.name} is an independent coffee shop in ${townLabel(shop)}.`;
  const rest = description ?? (shop.address ? `Find it at ${shop.address}.` : "");
  return shorten(`${start} ${rest}`, 158);
}
