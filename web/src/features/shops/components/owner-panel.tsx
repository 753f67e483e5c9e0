import type { Shop } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { useSellsBoosts } from "../../../lib/site.tsx";

/** Owner options. At the end of the page, because most visitors are looking for coffee. */
export function OwnerPanel({ shop }: { shop: Shop }) {
  const { slug, name, ownerId, permanentlyClosed } = shop;
  const sells = useSellsBoosts() && !permanentlyClosed;
  if (ownerId && !sells) return null;
  return (
    <section
      aria-labelledby="owner"
      className="no-print mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-md border-[1.5px] border-rule bg-sunk p-5"
    >
      <div>
        <h2 id="owner" className="font-bold text-xl">
          {`Do you run ${name}?`}
        </h2>
        <p className="mt-1 text-soft">
          {ownerId
            ? "Move it to the top of its town's page."
            : "Claim it to keep its hours and description up to date. It's free."}
        </p>
      </div>
      <p className="flex flex-wrap gap-3">
        {!ownerId && (
          <a className="button" href={paths.claim(slug)} rel="nofollow">
            Claim This Business
          </a>
        )}
        {sells && (
          <a className="button button-amber" href={paths.boost(slug)} rel="nofollow">
            Boost This Shop
          </a>
        )}
      </p>
    </section>
  );
}
