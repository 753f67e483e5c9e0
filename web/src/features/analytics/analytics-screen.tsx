import type { components } from "../../api/schema.gen.ts";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { useApi } from "../../kit/api.ts";
import { ChartData } from "../../kit/charts/chart-data.tsx";
import { RankBars } from "../../kit/charts/rank-bars.tsx";
import { Async, Empty } from "../../kit/states.tsx";
import { paths } from "../../lib/paths.ts";
import { countText, plural } from "../../lib/text.ts";
import { BoostMonths } from "./boost-months.tsx";
import { TrafficCharts } from "./traffic-charts.tsx";
import { TrafficDetails } from "./traffic-details.tsx";

type Analytics = components["schemas"]["Analytics"];

interface Props {
  query: { by: string };
}

/** What visitors read and search for. */
export default function AnalyticsScreen({ query }: Props) {
  return (
    <AdminPage title="Analytics">
      <Summary />
      <TrafficCharts
        by={query.by}
        hrefOf={(by) =>
          by === "day" ? adminPaths.analytics() : `${adminPaths.analytics()}?by=${by}`
        }
      />
      <TrafficDetails />
      <BoostMonths />
    </AdminPage>
  );
}

function Summary() {
  const analytics = useApi("/api/analytics");
  return (
    <div className="mt-6">
      <Async result={analytics} what="the analytics">
        {(data) => (isNothing(data) ? <Nothing /> : <Figures data={data} />)}
      </Async>
    </div>
  );
}

const isNothing = ({ totalViews, searchCount }: Analytics) => totalViews === 0 && searchCount === 0;

function Nothing() {
  return <Empty>No analytics data available yet.</Empty>;
}

function Figures({ data }: { data: Analytics }) {
  const cards = [
    { title: "Total Page Views", value: data.totalViews },
    { title: "Search Queries", value: data.searchCount },
    { title: "Popular Shops", value: data.viewedShopCount },
    { title: "Active Cities", value: data.viewedCityCount },
  ];
  return (
    <>
      <p className="text-soft">{`${data.span}, counted in UTC`}</p>
      <dl className="mt-4 grid grid-cols-2 gap-4 lg:grid-cols-4">
        {cards.map(({ title, value }) => (
          <div key={title} className="card flex flex-col p-5">
            <dt className="text-soft">{title}</dt>
            <dd className="mt-1 font-extrabold font-serif text-3xl">{countText(value)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-10 grid gap-10 lg:grid-cols-2">
        <section aria-labelledby="popular-shops">
          <h3 id="popular-shops" className="font-bold text-xl">
            Most Viewed Shops
          </h3>
          {data.popularShops.length === 0 ? (
            <p className="mt-3 text-soft">No shop views yet.</p>
          ) : (
            <>
              <RankBars
                quiet
                title="Most viewed shops"
                unit="views"
                rows={data.popularShops.map(({ id, name, slug, cityName, viewCount }) => ({
                  key: id,
                  name,
                  hint: cityName,
                  href: paths.shop(slug),
                  value: viewCount,
                }))}
              />
              <ChartData
                caption={`Most viewed shops, ${data.span}`}
                file="most-viewed-shops"
                heads={["Shop", "Town", "Views"]}
                rows={data.popularShops.map((shop) => [shop.name, shop.cityName, shop.viewCount])}
              />
            </>
          )}
        </section>
        <section aria-labelledby="popular-cities">
          <h3 id="popular-cities" className="font-bold text-xl">
            Most Viewed Cities
          </h3>
          {data.popularCities.length === 0 ? (
            <p className="mt-3 text-soft">No city views yet.</p>
          ) : (
            <>
              <RankBars
                quiet
                title="Most viewed cities"
                unit="views"
                rows={data.popularCities.map(({ id, name, slug, viewCount }) => ({
                  key: id,
                  name,
                  hint: slug,
                  href: paths.city(slug),
                  value: viewCount,
                }))}
              />
              <ChartData
                caption={`Most viewed cities, ${data.span}`}
                file="most-viewed-cities"
                heads={["City", "Slug", "Views"]}
                rows={data.popularCities.map((city) => [city.name, city.slug, city.viewCount])}
              />
            </>
          )}
        </section>
      </div>
      <section aria-labelledby="recent-searches" className="mt-10">
        <h3 id="recent-searches" className="font-bold text-xl">
          Recent Searches
        </h3>
        {data.searchQueries.length === 0 ? (
          <p className="mt-3 text-soft">No searches yet.</p>
        ) : (
          <ul className="mt-3 flex flex-wrap gap-2">
            {data.searchQueries.map((text) => (
              <li key={text}>
                <a href={paths.search({ q: text })} className="button button-small">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-3 text-[0.9375rem] text-soft">
          {`${plural(data.searchQueries.length, "search", "searches")}, the latest first, each once.`}
        </p>
      </section>
    </>
  );
}
