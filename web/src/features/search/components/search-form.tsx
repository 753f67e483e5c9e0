import { type ChangeEvent, useState } from "react";
import type { SearchAnswer } from "../../../api/types.ts";
import { AMENITIES } from "../../../lib/amenities.ts";
import { paths } from "../../../lib/paths.ts";
import { patientSelect } from "../../../lib/patient-select.ts";
import { useShownQuery } from "../../../lib/use-shown-query.ts";
import type { SearchQuery } from "../search-query.ts";
import { STATES } from "../states.ts";
import { NearMe } from "./near-me.tsx";
import { RadiusSelect } from "./radius-select.tsx";

interface Props {
  query: SearchQuery;
  /** The ZIP code that the text is. */
  zip: SearchAnswer["zip"];
}

/** Where space is limited, these are behind a button (`filter-more`). */
const MORE_FLAGS = [{ field: "featured", label: "Featured" }, ...AMENITIES] as const;

/** Text and filters: a plain GET form, so that a search has a URL. Changing a filter submits at once. */
export function SearchForm({ query, zip }: Props) {
  const ask = (event: ChangeEvent<HTMLInputElement>) => event.target.form?.requestSubmit();
  const form = useShownQuery(paths.search({ ...query }));
  const [isOpened, setOpened] = useState(false);
  // An active filter is never hidden.
  const isOpen = isOpened || query.sort !== "" || MORE_FLAGS.some(({ field }) => query[field]);
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
          <div
            id={FILTERS}
            className={`grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center ${isOpen ? "" : "filters-closed"}`}
          >
            <Flag field="openNow" label="Open now" isOn={query.openNow} ask={ask} />
            {MORE_FLAGS.map(({ field, label }) => (
              <Flag
                key={field}
                field={field}
                label={label}
                isOn={query[field]}
                ask={ask}
                className="filter-more"
              />
            ))}
            <label className="filter filter-more">
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
              {...patientSelect}
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
            <button
              type="button"
              className={`button button-small noscript:hidden sm:hidden ${isOpen && !isOpened ? "hidden" : ""}`}
              aria-expanded={isOpen}
              aria-controls={FILTERS}
              onClick={() => setOpened(!isOpened)}
            >
              {isOpened ? "Fewer filters" : "More filters"}
            </button>
          </div>
        </fieldset>
      </form>
    </search>
  );
}

const FILTERS = "search-filters";

interface FlagProps {
  field: string;
  label: string;
  isOn: boolean;
  ask: (event: ChangeEvent<HTMLInputElement>) => void;
  className?: string;
}

function Flag({ field, label, isOn, ask, className = "" }: FlagProps) {
  return (
    <label className={`filter ${className}`}>
      <input type="checkbox" name={field} value="true" defaultChecked={isOn} onChange={ask} />
      {label}
    </label>
  );
}
