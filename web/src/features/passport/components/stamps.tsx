import { memo, useState } from "react";
import type { KeptShop, Passport } from "../../../lib/passport.ts";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { LIST } from "../../../ui/list-role.ts";
import { dayText } from "../days.ts";
import { Stamp } from "./stamp.tsx";

/** Stamps rendered before the rest is requested. */
const SHOWN = 60;

interface StampsProps {
  visited: Passport;
  /** Offline, a shop's page needs a full page load, which the worker serves. */
  offline: boolean;
}

/** The passport's open pages: a stamp for each visited shop. */
export function Stamps({ visited, offline }: StampsProps) {
  const [all, setAll] = useState(false);
  const shown = all ? visited : visited.slice(0, SHOWN);
  return (
    <div className="passport-page p-5 md:p-8">
      <p className="text-lg" aria-live="polite">
        {visited.length === 0 ? (
          "No stamps yet. Press “Been here” on a coffee shop's page for your first one."
        ) : (
          <>
            <strong>{plural(visited.length, "stamp")}</strong>
            {` in ${plural(
              countOf(visited, ({ state }) => state),
              "state",
            )}, ${plural(
              countOf(visited, ({ town, state }) => `${town}, ${state}`),
              "town",
            )}`}
          </>
        )}
      </p>
      {visited.length > 0 && <States visited={visited} />}
      <ul {...LIST} className="stamp-grid mt-6">
        {shown.map((shop) => (
          <StampOf key={shop.id} shop={shop} offline={offline} />
        ))}
        <li className="contents">
          <a className="stamp-free" href={paths.cities()}>
            {visited.length === 0 ? "Find your first stamp" : "Your next stamp"}
          </a>
        </li>
      </ul>
      {visited.length > shown.length && (
        <button type="button" className="button mt-6" onClick={() => setAll(true)}>
          {`Show all ${plural(visited.length, "stamp")}`}
        </button>
      )}
    </div>
  );
}

const StampOf = memo(function StampOf({ shop, offline }: { shop: KeptShop; offline: boolean }) {
  const { slug, name, town, state, visited, gone } = shop;
  const day = visited ? dayText(visited) : "Been here";
  const label = `${name}, ${town}, ${state}${visited ? `, ${day}` : ""}`;
  const stamp = <Stamp slug={slug} name={name} town={town} state={state} day={day} />;
  return (
    <li className="contents">
      {gone ? (
        <span className="stamp-link" role="img" aria-label={label}>
          {stamp}
        </span>
      ) : (
        <a
          className="stamp-link"
          href={paths.shop(slug)}
          target={offline ? "_self" : undefined}
          aria-label={label}
        >
          {stamp}
        </a>
      )}
    </li>
  );
});

/** Stamps per state, most first. */
function States({ visited }: { visited: Passport }) {
  const counts = new Map<string, number>();
  for (const { state } of visited) counts.set(state, (counts.get(state) ?? 0) + 1);
  const order = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return (
    <ul {...LIST} className="mt-3 flex flex-wrap gap-2" aria-label="Stamps by state">
      {order.map(([state, count]) => (
        <li key={state} className="badge badge-blue">{`${state || "?"} ${count}`}</li>
      ))}
    </ul>
  );
}

function countOf(shops: Passport, name: (shop: KeptShop) => string): number {
  return new Set(shops.map(name)).size;
}
