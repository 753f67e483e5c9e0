import { useId } from "react";
import { adminPaths } from "../../components/admin/paths.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { useAddressed } from "../../kit/table.tsx";
import { dayText } from "../../kit/time.ts";
import { plural } from "../../lib/text.ts";
import { type City, cityName, useCities } from "./enhance-runs.tsx";

interface Props {
  search: string;
  city: City | null;
  choose: (city: City) => void;
  isMissing: boolean;
  /** How many cities there are. */
  total: number;
}

/** How many cities an answer has at most. */
const SHOWN = 50;

/** Cities with coffee shops, each with how fresh it is. */
export function CityPicker({ search, city, choose, isMissing, total }: Props) {
  const id = useId();
  const cities = useCities(search);
  const [typed, setTyped] = useAddressed(search);
  return (
    <div className="mt-5 max-w-text">
      <form action={adminPaths.foursquare()} className="flex flex-wrap items-end gap-3">
        <div className="grow">
          <label htmlFor={`${id}-search`} className="field-label">
            Find a city
          </label>
          <input
            id={`${id}-search`}
            name="search"
            type="search"
            className="field"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <button type="submit" className="button">
          Find
        </button>
      </form>
      <fieldset className="mt-4" aria-describedby={isMissing ? `${id}-missing` : undefined}>
        <legend className="field-label">City</legend>
        {isMissing && (
          <p id={`${id}-missing`} role="alert" className="field-mistake">
            <strong>Error:</strong> Choose a city first.
          </p>
        )}
        <Async result={cities} what="the cities">
          {(found) =>
            found.length === 0 ? (
              <Empty>No cities found</Empty>
            ) : (
              <ul
                className="max-h-80 overflow-y-auto rounded-md border border-line bg-raised"
                aria-busy={cities.isPlaceholderData}
              >
                {found.map((one) => (
                  <li key={one.id} className="border-line border-b px-3 py-1 last:border-b-0">
                    <label className="choice">
                      <input
                        type="radio"
                        name={`${id}-city`}
                        checked={city?.id === one.id}
                        onChange={() => choose(one)}
                      />
                      <span className="flex grow flex-wrap items-center gap-x-3 gap-y-1">
                        <span>
                          {cityName(one)}
                          <span className="block text-[0.9375rem] text-soft">{notes(one)}</span>
                        </span>
                        <Freshness city={one} />
                      </span>
                    </label>
                  </li>
                ))}
                {found.length === SHOWN && (
                  <li className="px-3 py-2 text-[0.9375rem] text-soft">
                    {search
                      ? `The first ${SHOWN} that match. Type more of the name to find the others.`
                      : `${SHOWN} of ${plural(total, "city", "cities")}, those with most coffee shops first. Find the others by name.`}
                  </li>
                )}
              </ul>
            )
          }
        </Async>
      </fieldset>
    </div>
  );
}

function notes({ coffeeShopCount, lastEnhanced, possibleFrom }: City): string {
  const parts = [plural(coffeeShopCount, "coffee shop")];
  if (lastEnhanced) parts.push(`enhanced ${dayText(lastEnhanced)}`);
  if (possibleFrom) parts.push(`again from ${dayText(possibleFrom)}`);
  return parts.join(", ");
}

function Freshness({ city: { lastEnhanced } }: { city: City }) {
  return lastEnhanced === null ? (
    <span className="badge badge-green">New</span>
  ) : (
    <span className="badge">Stale</span>
  );
}
