import { useEffect, useRef, useState } from "react";
import type { SearchAnswer } from "../../../api/types.ts";
import { findVisitor } from "../../../lib/location.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { Icon } from "../../../ui/icon.tsx";
import { DEFAULT_RADIUS, type SearchQuery } from "../search-query.ts";

interface Props {
  results: SearchAnswer;
  query: SearchQuery;
}

const NOWHERE = { lat: null, lon: null, radius: null };

/** What the text was understood as besides words: filters, each with a link that takes it out again, and a place. */
export function Understood({
  results: { filters, place, needsLocation, nearestTowns },
  query,
}: Props) {
  return (
    <>
      {filters.length > 0 && (
        <ul aria-label="Filters from your text" className="mt-4 flex flex-wrap gap-2">
          {filters.map(({ kind, label, without }) => (
            <li key={label}>
              <a
                className="filter"
                href={paths.search({
                  ...query,
                  ...(kind === "nearMe" ? NOWHERE : {}),
                  q: without,
                  page: 1,
                })}
              >
                <span className="sr-only">Remove</span> {label}
                <Icon name="close" className="size-4" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {needsLocation && <AskLocation query={query} />}
      {place && place.coffeeShopCount === 0 && nearestTowns.length > 0 && (
        <p className="mt-6 max-w-2xl">
          {`${place.name}, ${place.state} has no coffee shops in the directory yet. The nearest towns that do: `}
          {nearestTowns.map(({ name, state, slug, distance, coffeeShopCount }, index) => (
            <span key={slug}>
              {index > 0 && ", "}
              <a className="link" href={paths.city(slug)}>
                {`${name}, ${state}`}
              </a>
              {` (${distance}, ${plural(coffeeShopCount, "shop")})`}
            </span>
          ))}
          .
        </p>
      )}
    </>
  );
}

/** "Near me" asks for the place at once. Until it is known, the list is from everywhere and says so. */
function AskLocation({ query }: { query: SearchQuery }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const asked = useRef("");
  useEffect(() => {
    if (asked.current === query.q) return;
    asked.current = query.q;
    setAsking(true);
    findVisitor(true)
      .then(({ lat, lon }) => {
        const near = { ...query, lat, lon, radius: query.radius ?? DEFAULT_RADIUS, page: 1 };
        // A visitor who left meanwhile stays where they are.
        if (asked.current === query.q) navigate(paths.search(near), true);
      })
      .catch(() => undefined)
      .finally(() => setAsking(false));
  }, [query, navigate]);
  useEffect(
    () => () => {
      asked.current = "";
    },
    [],
  );
  return (
    <p role="status" className="mt-6 max-w-2xl">
      {isAsking
        ? "Looking for your location…"
        : "We don't know where you are, so these coffee shops are from everywhere. Allow your location, or add a town or ZIP code."}
    </p>
  );
}
