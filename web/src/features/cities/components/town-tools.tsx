import { type ReactNode, useEffect, useRef } from "react";
import type { City, CityFacts } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { patientSelect } from "../../../lib/patient-select.ts";
import { TOWN_FILTERS, type TownQuery } from "../town-filters.ts";

interface Props {
  city: City;
  query: TownQuery;
  /** Absent while the counts are unknown. */
  filters: CityFacts["filters"] | undefined;
  /** Further controls. */
  children: ReactNode;
}

/** Orders of the list besides the community ranking. */
const SORTS = [
  { sort: "", text: "Community order" },
  { sort: "votes", text: "Most votes" },
  { sort: "open", text: "Open first" },
  { sort: "distance", text: "Nearest the center" },
];

/** The order and the filters of a town's list, which are in its URL and work without JavaScript. */
export function TownTools({ city: { slug }, query, filters, children }: Props) {
  const select = useRef<HTMLSelectElement>(null);
  const { sort } = query;
  const shown = useRef(sort);
  useEffect(() => {
    // A link or Back changed it. What was chosen before hydration stays.
    if (select.current && shown.current !== sort) select.current.value = sort;
    shown.current = sort;
  }, [sort]);
  return (
    <div className="no-print mb-4 grid gap-2">
      <form action={paths.city(slug)} className="strip">
        {TOWN_FILTERS.map(
          ({ field }) =>
            query[field] && <input key={field} type="hidden" name={field} value="true" />,
        )}
        <label className="sr-only" htmlFor="order">
          Order
        </label>
        <select
          ref={select}
          id="order"
          name="sort"
          className="field w-auto"
          defaultValue={sort}
          {...patientSelect}
        >
          {SORTS.map((choice) => (
            <option key={choice.sort} value={choice.sort}>
              {choice.text}
            </option>
          ))}
        </select>
        <noscript>
          <button type="submit" className="button button-small">
            Sort
          </button>
        </noscript>
        {children}
      </form>
      {filters && (
        <nav aria-label="Filters" className="strip">
          {filters.map(({ name, coffeeShopCount }) => {
            const filter = TOWN_FILTERS.find(({ field }) => field === name);
            const isOn = filter && query[filter.field];
            if (!filter || !(coffeeShopCount || isOn)) return null;
            return (
              <a
                key={name}
                className="filter"
                // For people; crawlers have the list.
                rel="nofollow"
                aria-current={isOn ? "true" : undefined}
                href={paths.city(slug, { ...query, [name]: !isOn, page: 1 })}
              >
                {filter.chip} <span>{coffeeShopCount}</span>
              </a>
            );
          })}
        </nav>
      )}
    </div>
  );
}
