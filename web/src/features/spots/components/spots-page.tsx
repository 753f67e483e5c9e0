import type { ReactNode } from "react";
import type { Spot, Spots } from "../../../api/types.ts";
import { Head, JsonLd } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { breadcrumbData, listedShopData } from "../../../lib/structured-data.ts";
import { plural } from "../../../lib/text.ts";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { SpotCard } from "./spot-card.tsx";

interface SpotsPageProps {
  spots: Spots;
  texts: { title: string; heading: string; destination: string; sought: string };
  path: string;
  /** The town's other best-of page. */
  sibling: { text: string; href: string };
}

/** The minimum number of shops for a page to be indexed (checklist B). */
const MIN_INDEXED = 3;

/** A town's best shops in one category: paid placements first and labeled, then the community ranking (D14). */
export function SpotsPage({ spots, texts, path, sibling }: SpotsPageProps) {
  const site = useSite();
  const { city, shops, communityShops, selectionReason } = spots;
  const place = `${city.name}, ${city.state}`;
  const isBoosted = selectionReason === "boosted";
  const community = isBoosted ? communityShops : shops;
  const trail = [
    { name: "Home", href: paths.home() },
    { name: place, href: paths.city(city.slug) },
    { name: texts.heading, href: path },
  ];
  return (
    <article className="page pt-8">
      <Head
        title={`${texts.title} Near ${place}`}
        description={descriptionFor(spots, texts.sought)}
        path={path}
        {...(spots.eligibleCount < MIN_INDEXED ? { robots: "noindex,follow" as const } : {})}
      />
      <JsonLd data={import.meta.env.SSR && breadcrumbData(site, trail)} />
      {community.length > 0 && (
        <JsonLd
          data={
            import.meta.env.SSR && {
              "@context": "https://schema.org",
              "@type": "ItemList",
              name: `${texts.heading} in ${place}`,
              numberOfItems: community.length,
              itemListElement: community.map((shop) => ({
                "@type": "ListItem",
                position: shop.rank,
                item: listedShopData(site, shop),
              })),
            }
          }
        />
      )}
      <div className="text-soft">
        <Breadcrumb trail={trail} />
      </div>
      <h1 className="mt-5 font-extrabold text-4xl leading-[1.1] tracking-tight md:text-5xl">
        {`${texts.heading} in ${place}`}
      </h1>
      {shops.length > 0 && (
        <p className="mt-4 max-w-text text-lg text-soft">{introFor(spots, texts.destination)}</p>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        {isBoosted && community.length > 0 && (
          <a className="button button-primary" href="#community">
            See the ranking
            <span aria-hidden="true">↓</span>
          </a>
        )}
        <a className="button" href={sibling.href}>
          {sibling.text}
        </a>
        <a className="button" href={paths.city(city.slug)}>
          {`All ${city.name} Shops`}
        </a>
      </p>
      {isBoosted && (
        <List
          id="featured"
          emoji="⭐"
          title="Featured Premium Locations"
          text="Paid placement"
          shops={shops}
        />
      )}
      {community.length > 0 ? (
        <List
          id="community"
          emoji="🏆"
          title="Top Community Rated"
          text={
            <>
              {`By votes and ratings, as of ${spots.rankedOnText}. Payment never changes this order. `}
              <a className="link" href={paths.howWeRank()}>
                How we rank
              </a>
            </>
          }
          shops={community}
          isNumbered
        />
      ) : (
        <p className="mt-12 text-lg">
          No coffee shops found in this city yet. Be the first to{" "}
          <a className="link" href={paths.listShop()}>
            add one
          </a>
          !
        </p>
      )}
      {spots.changedOnText && (
        <p className="mt-8 text-[0.9375rem] text-soft">
          {`Listings last updated ${spots.changedOnText}.`}
        </p>
      )}
      <aside className="mt-14 rounded-md border-[1.5px] border-rule bg-sunk p-6 md:p-8">
        <h2 className="font-bold text-2xl">{`Own a Coffee Shop in ${city.name}?`}</h2>
        <p className="mt-2 text-soft">
          A basic listing is free, and votes from customers move you up this page.
        </p>
        <a className="button button-primary mt-5" href={paths.listShop()}>
          List Your Coffee Shop
        </a>
      </aside>
    </article>
  );
}

interface ListProps {
  id: string;
  emoji: string;
  title: string;
  text: ReactNode;
  shops: readonly Spot[];
  isNumbered?: boolean;
}

function List({ id, emoji, title, text, shops, isNumbered = false }: ListProps) {
  const Items = isNumbered ? "ol" : "ul";
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="ruled font-bold text-2xl leading-tight md:text-[1.75rem]">
        <span aria-hidden="true">{`${emoji} `}</span>
        {title}
      </h2>
      <p className="mt-1 text-soft">{text}</p>
      <Items {...LIST} className="mt-6 grid gap-6 lg:grid-cols-2">
        {shops.map((shop) => (
          <SpotCard key={shop.id} shop={shop} rank={isNumbered ? shop.rank : null} />
        ))}
      </Items>
    </section>
  );
}

function introFor({ selectionReason, count }: Spots, destination: string): string {
  return selectionReason === "boosted"
    ? `Featuring ${plural(count, "premium local favorite")}`
    : `Our top ${count} community-rated ${count === 1 ? destination : `${destination}s`}`;
}

function descriptionFor({ city, count, selectionReason }: Spots, sought: string): string {
  const place = `${city.name}, ${city.stateName}`;
  if (count === 0) return `Looking for ${sought} in ${place}? None listed yet.`;
  const picks =
    selectionReason === "boosted" ? "Featured local favorites" : "Highest-rated community picks";
  return `${count} ${count === 1 ? sought.slice(0, -1) : sought} in ${place}. ${picks}, with ratings, votes, hours and addresses.`;
}
