import type { SearchAnswer } from "../../../api/types.ts";
import { lengthText } from "../../../lib/formats.ts";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { EmptyPlace } from "../../../ui/empty-place.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { DEFAULT_RADIUS, isFiltered, type SearchQuery } from "../search-query.ts";
import { ClearFilters } from "./clear-filters.tsx";

const HELP = [
  {
    title: "By name",
    text: "Part of a name is enough, and small typos are fine.",
    example: "kettle",
    href: paths.search({ q: "kettle" }),
  },
  {
    title: "By what you need",
    text: "Open now, WiFi, dog friendly, a weekday or a holiday: type it, or use the filters.",
    example: "Open now with WiFi",
    href: paths.search({ openNow: true, hasWifi: true }),
  },
];

/** What can be searched for, shown before the first search, with one of these towns as an example. */
export function SearchHelp({ towns }: { towns: readonly string[] }) {
  const town = towns.at(-1) ?? "";
  const byTown = {
    title: "By town",
    text: "Type a city, a ZIP code, or a town with its state.",
    example: town || "All towns",
    href: town ? paths.search({ q: town }) : paths.cities(),
  };
  return (
    <section aria-labelledby="help" className="mt-12">
      <h2 id="help" className="ruled mb-6 font-bold text-2xl">
        How to Search
      </h2>
      <ul {...LIST} className="grid gap-5 md:grid-cols-3">
        {[byTown, ...HELP].map(({ title, text, example, href }) => (
          <li key={title} className="card p-5">
            <h3 className="font-semibold text-lg">{title}</h3>
            <p className="mt-1 mb-4">{text}</p>
            <a className="link mt-auto font-semibold" href={href}>
              {example}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown when nothing was found, with places that have shops. */
export function NothingFound({
  query,
  zip,
  nearest,
  suggested,
}: {
  query: SearchQuery;
  zip: SearchAnswer["zip"];
  nearest: SearchAnswer["nearestTowns"];
  suggested: readonly string[];
}) {
  return (
    <EmptyPlace slug="no-such-counter" sign="For Lease">
      <p id="results" className="font-bold font-serif text-2xl">
        No coffee shops found
      </p>
      <p className="mt-2 text-soft">Check the spelling, remove a filter, or try one of these:</p>
      <ul className="mt-4 flex flex-wrap gap-2">
        {zip && query.radius === null && query.lat === null && (
          <li>
            <a
              className="button button-small button-primary"
              href={paths.search({ ...query, radius: DEFAULT_RADIUS, page: 1 })}
            >
              {`Within ${lengthText(DEFAULT_RADIUS)} of ${zip.code}`}
            </a>
          </li>
        )}
        {isFiltered(query) && (
          <li>
            <ClearFilters query={query} className="button button-small button-primary" />
          </li>
        )}
        {nearest.map(({ name, state, slug, distance, coffeeShopCount }) => (
          <li key={slug}>
            <a className="button button-small button-primary" href={paths.city(slug)}>
              {`${name}, ${state} (${distance}, ${plural(coffeeShopCount, "shop")})`}
            </a>
          </li>
        ))}
        {suggested.map((town) => (
          <li key={town}>
            <a className="button button-small" href={paths.search({ q: town })}>
              {town.replace(",", "")}
            </a>
          </li>
        ))}
      </ul>
    </EmptyPlace>
  );
}
