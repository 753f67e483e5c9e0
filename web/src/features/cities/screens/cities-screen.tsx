import { type ChangeEvent, useEffect, useRef } from "react";
import type { City, Page, State } from "../../../api/types.ts";
import { FreshnessStars } from "../../../components/freshness-stars.tsx";
import { StateLinks } from "../../../components/state-links.tsx";
import { TownCard } from "../../../components/town-card.tsx";
import { Head, JsonLd } from "../../../lib/head.tsx";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { breadcrumbData } from "../../../lib/structured-data.ts";
import { plural } from "../../../lib/text.ts";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { EmptyPlace } from "../../../ui/empty-place.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { Pager } from "../../../ui/pager.tsx";

interface Props {
  data: { cities: Page<City>; states: State[] | undefined };
  query: { filter: string; state: string; page: number };
}

export default function CitiesScreen({ data: { cities, states }, query }: Props) {
  const site = useSite();
  const { field, filterSoon } = useTypedFilter(query.filter, query.state);
  // Pages with a filter are only for people; a state's page is for everyone, if it has towns.
  const stateName = query.state ? cities.items[0]?.stateName : undefined;
  // "la" is "LA": one page, one URL.
  const state = query.state.toUpperCase();
  const isKept = !query.filter && (!query.state || cities.items.length > 0);
  const place = stateName ? ` in ${stateName}` : "";
  const title = stateName ? `Coffee Towns${place}` : "Browse Cities";
  const trail = [
    { name: "Home", href: paths.home() },
    { name: "Cities", href: paths.cities() },
    ...(stateName ? [{ name: stateName, href: paths.cities({ state }) }] : []),
  ];
  const suffix = query.page > 1 ? `, page ${query.page}` : "";
  return (
    <div className="page pt-8">
      <Head
        title={title + suffix}
        description={`Every city and town${place} with independent coffee shops in the directory${suffix}.`}
        keywords="coffee shops by city, small town coffee, independent coffee shops by state"
        path={isKept ? paths.cities({ ...query, state }) : paths.cities()}
        {...(isKept ? {} : { robots: "noindex,follow" })}
      />
      <JsonLd data={import.meta.env.SSR && breadcrumbData(site, trail)} />
      <div className="text-soft">
        <Breadcrumb trail={trail} />
      </div>
      <h1 className="mt-5 font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        {title}
      </h1>
      <p className="mt-3 text-lg text-soft">
        {stateName
          ? `Every town in ${stateName} with an independent coffee shop in the directory.`
          : "Every town with an independent coffee shop in the directory, state by state."}
      </p>
      <search>
        <form action={paths.cities()} className="mt-7 max-w-xl">
          <label htmlFor="city-filter" className="mb-1.5 block font-semibold">
            {stateName ? `Filter cities in ${stateName}` : "Filter by city or state"}
          </label>
          {query.state && <input type="hidden" name="state" value={query.state} />}
          <div className="flex gap-2">
            <input
              id="city-filter"
              name="filter"
              type="search"
              className="field"
              ref={field}
              defaultValue={query.filter}
              maxLength={100}
              onChange={filterSoon}
            />
            <button type="submit" className="button button-primary">
              Filter
            </button>
          </div>
        </form>
      </search>
      <p className="mt-4 text-soft" role="status">
        {query.filter
          ? `${plural(cities.total, "city", "cities")} for “${query.filter}”`
          : plural(cities.total, "city", "cities")}
        {(query.filter || query.state) && (
          <>
            {" · "}
            <a className="link" href={paths.cities()}>
              Show all cities
            </a>
          </>
        )}
      </p>
      {states && states.length > 1 && (
        <details className="mt-2">
          <summary className="link w-fit cursor-pointer py-2 font-semibold">Choose a state</summary>
          <nav aria-label="Cities by state">
            <StateLinks states={states} />
          </nav>
        </details>
      )}
      {cities.items.length === 0 && (
        <EmptyPlace slug="no-such-town" sign="Town Hall">
          <p className="font-bold font-serif text-2xl">No cities found</p>
          <p className="mt-2 text-soft">
            Check the spelling, or type the first letters of a state.
          </p>
          {query.filter && query.state && (
            <p className="mt-4">
              <a className="link" href={paths.cities({ filter: query.filter })}>
                Look in all states
              </a>
            </p>
          )}
          {query.filter && (
            <p className="mt-4">
              <a className="button" href={paths.search({ q: query.filter })}>
                {`Search shops for “${query.filter}”`}
              </a>
            </p>
          )}
        </EmptyPlace>
      )}
      {byState(cities.items).map(([state, towns]) => (
        <section key={state} aria-labelledby={`state-${towns[0]?.state}`} className="mt-10">
          <div
            className={
              stateName
                ? "mb-3"
                : "mb-3 flex flex-wrap items-baseline justify-between gap-x-6 border-rule border-b-2 pb-1"
            }
          >
            <h2
              id={`state-${towns[0]?.state}`}
              className={stateName ? "sr-only" : "font-bold text-xl"}
            >
              {state}
            </h2>
            <StateGrade of={states?.find(({ name }) => name === state)} />
          </div>
          <ul {...LIST} className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
            {towns.map((city) => (
              <TownCard key={city.id} city={city} />
            ))}
          </ul>
        </section>
      ))}
      <Pager
        label="Pages of cities"
        page={cities.page}
        pageCount={cities.pageCount}
        hrefOf={(page) => paths.cities({ ...query, page })}
      />
    </div>
  );
}

/** The stars of freshness of a state's hours. */
function StateGrade({ of }: { of: State | undefined }) {
  return (
    of?.freshness && (
      <p className="text-[0.9375rem] text-soft">
        <a className="link inline-block py-1" href={paths.howFresh({ state: of.code })}>
          Freshness of hours
        </a>{" "}
        <FreshnessStars stars={of.freshness} />
      </p>
    )
  );
}

/** How long typing must pause before the list is updated (ms). */
const PAUSE = 250;

/**
 * The list follows what is typed, even before hydration, in a single history entry, and stays in the state; a link that
 * changes the filter changes the field.
 */
function useTypedFilter(filter: string, state: string) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const filterSoon = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => navigate(paths.cities({ filter: text.trim(), state }), true),
      PAUSE,
    );
  };
  const isAlive = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first one may filter
  useEffect(() => {
    const input = field.current;
    if (input && input.value !== filter) {
      if (!isAlive.current) filterSoon(input.value);
      else if (input !== document.activeElement) {
        clearTimeout(timer.current);
        input.value = filter;
      }
    }
    isAlive.current = true;
  }, [filter]);
  // Not whenever the filter changes: what was typed meanwhile still waits.
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    field,
    filterSoon: ({ target }: ChangeEvent<HTMLInputElement>) => filterSoon(target.value),
  };
}

/** The server sorts by state; this groups a state's towns under one heading. */
function byState(cities: readonly City[]): [state: string, towns: City[]][] {
  const groups = new Map<string, City[]>();
  for (const city of cities)
    groups.set(city.stateName, [...(groups.get(city.stateName) ?? []), city]);
  return [...groups];
}
