import { type ChangeEvent, useEffect, useRef } from "react";
import type { SearchAnswer } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { AMENITIES } from "../../../lib/shop.ts";
import type { SearchQuery } from "../search-query.ts";
import { STATES } from "../states.ts";
import { NearMe } from "./near-me.tsx";
import { RadiusSelect } from "./radius-select.tsx";

interface Props {
  query: SearchQuery;
  /** The ZIP code that the text is. */
  zip: SearchAnswer["zip"];
}

const FLAGS = [
  { field: "openNow", label: "Open now" },
  { field: "featured", label: "Featured" },
  ...AMENITIES,
] as const;

/** Text and filters: a plain GET form, so that a search is an address. A changed filter asks again at once. */
export function SearchForm({ query, zip }: Props) {
  const ask = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    event.target.form?.requestSubmit();
  const form = useShownQuery(paths.search({ ...query }));
  return (
    <search>
      <form ref={form} action={paths.search()} className="mt-7">
        <label htmlFor="search-text" className="mb-1.5 block font-semibold">
          Town, shop or ZIP code
        </label>
        <div className="flex max-w-2xl gap-2">
          <input
            id="search-text"
            name="q"
            type="search"
            className="field min-h-13 text-lg"
            defaultValue={query.q}
            maxLength={200}
            enterKeyHint="search"
          />
          <button type="submit" className="button button-primary min-h-13">
            Search
          </button>
        </div>
        <fieldset className="mt-5">
          <legend className="mb-2 font-semibold">Filters</legend>
          <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
            {FLAGS.map(({ field, label }) => (
              <label key={field} className="filter">
                <input
                  type="checkbox"
                  name={field}
                  value="true"
                  defaultChecked={query[field]}
                  onChange={ask}
                />
                {label}
              </label>
            ))}
            <label className="filter">
              <input
                type="checkbox"
                name="sort"
                value="newest"
                defaultChecked={query.sort === "newest"}
                onChange={ask}
              />
              Newest first
            </label>
            <label className="sr-only" htmlFor="search-state">
              State
            </label>
            <select
              id="search-state"
              name="state"
              className="field sm:w-auto"
              defaultValue={query.state}
              data-asked={query.state}
              onChange={ask}
            >
              <option value="">All states</option>
              {STATES.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
            {zip && query.lat === null && (
              <RadiusSelect radius={query.radius} without={`In ${zip.city}`} />
            )}
            <NearMe query={query} />
          </div>
        </fieldset>
      </form>
    </search>
  );
}

/**
 * The fields say what is shown, also after a link or "back" has asked for something else. They are the same fields, so
 * whoever changed one still has the focus on it. What is typed before the page comes alive stays.
 */
function useShownQuery(address: string) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(address);
  useEffect(() => {
    if (!form.current || shown.current === address) return;
    shown.current = address;
    form.current.reset();
    // React tells a select its new default only once.
    for (const select of form.current.querySelectorAll("select"))
      select.value = select.dataset.asked ?? "";
  }, [address]);
  return form;
}
