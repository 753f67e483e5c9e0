import type { City, CityFacts, Page, Shop, Story } from "../../../api/types.ts";
import { ListBesideMap, MapButton } from "../../../components/list-beside-map.tsx";
import { PhotoCredit } from "../../../components/photo-credit.tsx";
import { ShopGrid } from "../../../components/shop-card.tsx";
import { SideNote } from "../../../components/side-note.tsx";
import { StoryCard } from "../../../components/story-card.tsx";
import { FeedLink, Head, JsonLd, pictureOf } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { breadcrumbData, listedShopData } from "../../../lib/structured-data.ts";
import { plural } from "../../../lib/text.ts";
import { useTracked } from "../../../lib/use-tracked.ts";
import { EmptyPlace } from "../../../ui/empty-place.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Section } from "../../../ui/section.tsx";
import { CityBanner } from "../components/city-banner.tsx";
import { CityIntro } from "../components/city-intro.tsx";

interface Props {
  data: {
    city: City;
    shops: Page<Shop> | undefined;
    facts: CityFacts | undefined;
    stories: Story[] | undefined;
  };
  query: { page: number; sort: string };
}

/** Maximum shops in the page's structured data. */
const MAX_IN_DATA = 20;

export default function CityScreen({ data: { city, shops, facts, stories }, query }: Props) {
  const site = useSite();
  const place = `${city.name}, ${city.state}`;
  const path = paths.city(city.slug, { page: query.page });
  useTracked(city.id, {
    eventType: "page_view",
    page: paths.city(city.slug),
    cityId: city.id,
  });
  const trail = [
    { name: "Home", href: paths.home() },
    { name: "Cities", href: paths.cities() },
    { name: place, href: paths.city(city.slug) },
  ];
  return (
    <>
      <Head
        title={`Coffee Shops in ${place}${query.page > 1 ? `, page ${query.page}` : ""}`}
        description={descriptionFor(city, query.page)}
        keywords={`coffee shops ${place}, independent coffee ${city.name}, cafes in ${city.name} ${city.stateName}, ${plural(city.coffeeShopCount, "local coffee shop")}`}
        path={path}
        picture={pictureOf("cities", city.slug, city.updatedAt, city.coffeeShopCount)}
        {...(city.coffeeShopCount === 0 || query.sort !== "" ? { robots: "noindex,follow" } : {})}
      />
      <FeedLink href={paths.cityFeed(city.slug)} title={`Coffee shops in ${place}: what is new`} />
      <JsonLd data={import.meta.env.SSR && breadcrumbData(site, trail)} />
      <JsonLd
        data={
          import.meta.env.SSR &&
          shops && {
            "@context": "https://schema.org",
            "@type": "CollectionPage",
            name: `Coffee Shops in ${place}`,
            url: site.publicUrl + path,
            mainEntity: {
              "@type": "ItemList",
              numberOfItems: shops.total,
              itemListElement: shops.items.slice(0, MAX_IN_DATA).map((shop, index) => ({
                "@type": "ListItem",
                position: (shops.page - 1) * shops.pageSize + index + 1,
                item: listedShopData(site, shop),
              })),
            },
          }
        }
      />
      <CityBanner city={city} trail={trail} />
      {city.photos[0] && (
        <div className="page">
          <PhotoCredit photo={city.photos[0]} />
        </div>
      )}
      <Section
        id="shops"
        title={
          city.coffeeShopCount === 0 ? "Coffee Shops" : plural(city.coffeeShopCount, "Coffee Shop")
        }
        text={
          shops &&
          shops.total > 1 &&
          query.sort === "" && (
            <>
              Boosted shops come first and are marked; then{" "}
              <a className="link" href={paths.howWeRank()}>
                in the community's order
              </a>
            </>
          )
        }
        action={shops && shops.items.length > 0 && <MapButton />}
      >
        {shops ? (
          <Shops city={city} shops={shops} sort={query.sort} />
        ) : (
          <SideNote read="shops" what="the coffee shops" />
        )}
      </Section>
      {facts && shops ? (
        <CityIntro city={city} facts={facts} shops={shops.items} />
      ) : (
        <div className="page mt-12">
          <SideNote read="facts" what={`the story of ${city.name}`} />
        </div>
      )}
      {stories?.length !== 0 && (
        <Section id="stories" title={`Local Stories from ${city.name}`}>
          {stories ? (
            <ul className="card-grid">
              {stories.map((story) => (
                <StoryCard key={story.id} story={story} />
              ))}
            </ul>
          ) : (
            <SideNote read="stories" what="the local stories" />
          )}
          <p className="mt-5 text-[0.9375rem] text-soft">
            {`Authentic stories shared by locals and coffee shop owners in ${city.name}`}
          </p>
        </Section>
      )}
    </>
  );
}

/** Orders of the list besides the community ranking. */
const SORTS = [
  { sort: "", text: "Community order" },
  { sort: "votes", text: "Most votes" },
  { sort: "open", text: "Open first" },
  { sort: "distance", text: "Nearest the center" },
];

function Shops({ city, shops, sort }: { city: City; shops: Page<Shop>; sort: string }) {
  if (shops.items.length === 0)
    return (
      <EmptyPlace slug={city.slug} sign="For Lease">
        <p className="text-lg">
          No coffee shops found in this city yet. Be the first to{" "}
          <a className="link" href={paths.listShop()}>
            add one
          </a>
          !
        </p>
      </EmptyPlace>
    );
  return (
    <>
      {shops.total > 2 && (
        <nav aria-label="Order" className="no-print -mt-2 mb-4 flex flex-wrap gap-x-5">
          {SORTS.map((choice) => (
            <a
              key={choice.sort}
              // Other orders are for people; crawlers have the list.
              rel="nofollow"
              className="link py-2 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
              aria-current={choice.sort === sort ? "true" : undefined}
              href={paths.city(city.slug, { sort: choice.sort })}
            >
              {choice.text}
            </a>
          ))}
        </nav>
      )}
      <ListBesideMap shops={shops.items} around={aroundTown(city)}>
        <ShopGrid shops={shops.items} leading />
      </ListBesideMap>
      <Pager
        label="Pages of coffee shops"
        page={shops.page}
        pageCount={shops.pageCount}
        hrefOf={(page) => paths.city(city.slug, { page, sort })}
      />
    </>
  );
}

/** Rings on the map: walking, cycling and driving distances. */
const RINGS = [0.5, 1, 2, 5, 10];

function aroundTown({ latitude, longitude }: City) {
  return latitude === null || longitude === null ? null : { latitude, longitude, rings: RINGS };
}

function descriptionFor(city: City, page: number): string {
  const shops = plural(city.coffeeShopCount, "independent coffee shop");
  const start = `${shops} in ${city.name}, ${city.stateName}: hours, ratings, addresses and local stories.`;
  return page > 1 ? `${start} Page ${page}.` : start;
}
