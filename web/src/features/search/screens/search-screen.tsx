import type { SearchAnswer } from "../../../api/types.ts";
import { ListBesideMap, MapButton } from "../../../components/list-beside-map.tsx";
import { ShareButton } from "../../../components/share-button.tsx";
import { ShopGrid } from "../../../components/shop-card.tsx";
import { TownCard } from "../../../components/town-card.tsx";
import { inMiles, lengthText } from "../../../lib/formats.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useTracked } from "../../../lib/use-tracked.ts";
import { LIST } from "../../../ui/list-role.ts";
import { Pager } from "../../../ui/pager.tsx";
import { ClearFilters } from "../components/clear-filters.tsx";
import { SearchForm } from "../components/search-form.tsx";
import { NothingFound, SearchHelp } from "../components/search-help.tsx";
import { Understood } from "../components/understood.tsx";
import { DEFAULT_RADIUS, isEmpty, type SearchQuery } from "../search-query.ts";

interface Props {
  data: { results: SearchAnswer };
  query: SearchQuery;
}

export default function SearchScreen({ data: { results }, query: asked }: Props) {
  // A long text was cut; everything on the page is about what was searched for.
  const query = { ...asked, q: results.query };
  const title = titleOf(query, results.zip);
  useTracked(query.q === "" || query.page > 1 ? null : query.q, {
    eventType: "search",
    query: query.q,
    results: results.total,
    shopIds: results.shops.map(({ id }) => id),
  });
  return (
    <div className="page pt-10 md:pt-14">
      <Head
        title={title}
        description="Search independent coffee shops by town, name, ZIP code, opening hours and amenities."
        path={paths.search({ ...query })}
        robots="noindex,follow"
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{title}</h1>
      <SearchForm query={query} zip={results.zip} />
      {results.isCut && (
        <p role="status" className="mt-4">
          Your text is longer than 200 characters, so we searched for its first words only. A town,
          a name or a few words find more.
        </p>
      )}
      <Understood results={results} query={query} />
      {isEmpty(query) ? (
        <SearchHelp towns={results.suggestedTowns} />
      ) : (
        <Results results={results} query={query} />
      )}
    </div>
  );
}

function Results({ results, query }: { results: SearchAnswer; query: SearchQuery }) {
  return (
    <>
      {results.cities.length > 0 && query.page === 1 && (
        <section aria-labelledby="towns" className="mt-10">
          <h2 id="towns" className="ruled mb-5 font-bold text-2xl">
            Towns
          </h2>
          <ul {...LIST} className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
            {results.cities.slice(0, 6).map((city) => (
              <TownCard key={city.id} city={city} />
            ))}
          </ul>
        </section>
      )}
      {results.shops.length === 0 ? (
        <NothingFound
          query={query}
          zip={results.zip}
          nearest={results.nearestTowns}
          suggested={results.suggestedTowns}
        />
      ) : (
        <section aria-labelledby="results" className="mt-10">
          <div className="ruled mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id="results" className="font-bold text-2xl">
              {results.total === 1 ? "1 Coffee Shop" : `${results.totalText} Coffee Shops`}
            </h2>
            <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <ClearFilters query={query} className="link py-1 font-semibold" />
              <MapButton />
              <ShareButton title={titleOf(query, results.zip)} path={paths.search({ ...query })} />
            </div>
          </div>
          <ListBesideMap shops={results.shops} around={middleOf(query, results.zip)}>
            <ShopGrid shops={results.shops} leading />
          </ListBesideMap>
          <Pager
            label="Pages of results"
            page={results.page}
            pageCount={results.pageCount}
            hrefOf={(page) => paths.search({ ...query, page })}
          />
        </section>
      )}
    </>
  );
}

/** Rings around the center of a search, up to its radius. */
const RINGS = [1, 2, 5, 10, 25, 50, 100];

function middleOf({ lat, lon, radius }: SearchQuery, zip: SearchAnswer["zip"]) {
  const rings = inMiles(RINGS).filter((miles) => miles <= (radius ?? DEFAULT_RADIUS));
  if (lat !== null && lon !== null) return { latitude: lat, longitude: lon, rings };
  if (!zip || radius === null) return null;
  return { latitude: zip.latitude, longitude: zip.longitude, rings };
}

function titleOf(query: SearchQuery, zip: SearchAnswer["zip"]): string {
  const { q, featured, sort, page, radius } = query;
  const suffix = page > 1 ? `, page ${page}` : "";
  if (zip && radius !== null && query.lat === null)
    return `Coffee Shops within ${lengthText(radius)} of ${zip.code}, ${zip.city}, ${zip.state}${suffix}`;
  if (q !== "") return `Coffee Shops for “${q}”${suffix}`;
  if (query.lat !== null)
    return `Coffee Shops within ${lengthText(radius ?? DEFAULT_RADIUS)}${suffix}`;
  if (featured) return `Featured Shops${suffix}`;
  if (sort === "newest") return `Recent Additions${suffix}`;
  return `Search Coffee Shops${suffix}`;
}
