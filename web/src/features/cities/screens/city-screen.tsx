import { useState } from "react";
import { inTime } from "../../../api/limits.ts";
import type { City, CityFacts, Page, Shop, Story } from "../../../api/types.ts";
import { ListBesideMap, MapButton } from "../../../components/list-beside-map.tsx";
import { PhotoCredit } from "../../../components/photo-credit.tsx";
import { ShareButton } from "../../../components/share-button.tsx";
import { ShopGrid } from "../../../components/shop-card.tsx";
import { SideNote } from "../../../components/side-note.tsx";
import { StoryCard } from "../../../components/story-card.tsx";
import { inMiles } from "../../../lib/formats.ts";
import { FeedLink, Head, JsonLd, pictureOf } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { breadcrumbData, listedShopData } from "../../../lib/structured-data.ts";
import { plural } from "../../../lib/text.ts";
import { useTracked } from "../../../lib/use-tracked.ts";
import { EmptyPlace } from "../../../ui/empty-place.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { Pager } from "../../../ui/pager.tsx";
import { Section } from "../../../ui/section.tsx";
import { CardSkeletons } from "../../../ui/skeleton.tsx";
import { type ToastMessage, useToast } from "../../../ui/toast.tsx";
import { CityBanner } from "../components/city-banner.tsx";
import { CityIntro } from "../components/city-intro.tsx";
import { TownTools } from "../components/town-tools.tsx";
import { TOWN_FILTERS, type TownQuery } from "../town-filters.ts";

interface Props {
  data: {
    city: City;
    shops: Page<Shop> | undefined;
    facts: CityFacts | undefined;
    stories: Story[] | undefined;
  };
  query: TownQuery;
}

/** Maximum shops in the page's structured data. */
const MAX_IN_DATA = 20;

export default function CityScreen({ data: { city, shops, facts, stories }, query }: Props) {
  const site = useSite();
  const place = `${city.name}, ${city.state}`;
  const isFiltered = TOWN_FILTERS.some(({ field }) => query[field]);
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
        picture={pictureOf(site, "cities", city.slug, city.updatedAt, city.coffeeShopCount)}
        {...(city.coffeeShopCount === 0 || query.sort !== "" || isFiltered
          ? { robots: "noindex,follow" }
          : {})}
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
          city.coffeeShopCount === 0
            ? "Coffee Shops"
            : (isFiltered && shops ? `${shops.total} of ` : "") +
              plural(city.coffeeShopCount, "Coffee Shop")
        }
        text={shops && shops.total > 1 && <OrderNote sort={query.sort} />}
      >
        {shops ? (
          <Shops city={city} shops={shops} filters={facts?.filters} query={query} />
        ) : (
          <SideNote read="shops" what="the coffee shops">
            <CardSkeletons count={6} />
          </SideNote>
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
            <ul {...LIST} className="card-grid">
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

/** How the list is ordered, where that isn't said by its name. */
function OrderNote({ sort }: { sort: string }) {
  if (sort === "distance") return "Distances are from the center.";
  return (
    sort === "" && (
      <>
        Boosted shops come first and are marked; then{" "}
        <a className="link" href={paths.howWeRank()}>
          by community ranking
        </a>
      </>
    )
  );
}

interface ShopsProps {
  city: City;
  shops: Page<Shop>;
  filters: CityFacts["filters"] | undefined;
  query: TownQuery;
}

function Shops({ city, shops, filters, query }: ShopsProps) {
  const [near, toggleNear] = useNearest(city, shops, query);
  const shown = near ?? shops.items;
  if (city.coffeeShopCount === 0)
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
      <TownTools city={city} query={query} filters={filters}>
        <button
          type="button"
          className="button button-small noscript:hidden"
          aria-pressed={near !== null}
          onClick={toggleNear}
        >
          Nearest to me
        </button>
        <MapButton />
        <ShareButton
          title={`Coffee Shops in ${city.name}, ${city.state}`}
          path={paths.city(city.slug, { ...query })}
        />
      </TownTools>
      {shops.total === 0 ? (
        <p>
          No coffee shop here has all of that.{" "}
          <a className="link" href={paths.city(city.slug, { sort: query.sort })}>
            Show all
          </a>
        </p>
      ) : (
        <ListBesideMap shops={shown} around={aroundTown(city)}>
          <ShopGrid shops={shown} leading />
        </ListBesideMap>
      )}
      {!near && (
        <Pager
          label="Pages of coffee shops"
          page={shops.page}
          pageCount={shops.pageCount}
          hrefOf={(page) => paths.city(city.slug, { ...query, page })}
        />
      )}
    </>
  );
}

/** The shops by their distance from the visitor, once that was asked for; and a function that turns it on or off. */
function useNearest(city: City, of: Page<Shop>, query: TownQuery) {
  const toast = useToast();
  const [found, setFound] = useState<{ of: unknown; shops: Shop[] | null }>();
  const near = found?.of === of ? found.shops : null;
  const toggle = async () => {
    if (near) return setFound(undefined);
    try {
      const { nearestToMe } = await inTime(import("../nearest.ts")).catch(() =>
        Promise.reject(UNLOADED),
      );
      const { page: _, sort: __, ...filters } = query;
      const { shops, message } = await nearestToMe(city.slug, filters);
      setFound({ of, shops });
      if (message) toast(message);
    } catch (message) {
      toast(message as ToastMessage);
    }
  };
  return [near, toggle] as const;
}

const UNLOADED = {
  title: "Couldn't load the coffee shops",
  text: "Please try again.",
  destructive: true,
};

/** Rings on the map: walking, cycling and driving distances. */
const RINGS = [0.5, 1, 2, 5, 10];

function aroundTown({ latitude, longitude }: City) {
  return latitude === null || longitude === null
    ? null
    : { latitude, longitude, rings: inMiles(RINGS) };
}

function descriptionFor(city: City, page: number): string {
  const shops = plural(city.coffeeShopCount, "independent coffee shop");
  const start = `${shops} in ${city.name}, ${city.stateName}: hours, ratings, addresses and local stories.`;
  return page > 1 ? `${start} Page ${page}.` : start;
}
