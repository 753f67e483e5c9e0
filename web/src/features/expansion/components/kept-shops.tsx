import type { components } from "../../../api/schema.gen.ts";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";

type KeptShop = components["schemas"]["KeptShop"];

/** What stayed when a run was taken back, and why. Nothing if all of it went. */
export function KeptShops({ kept }: { kept: KeptShop[] }) {
  if (kept.length === 0) return null;
  return (
    <div className="mt-3">
      <p className="font-semibold">{`${plural(kept.length, "coffee shop")} stayed:`}</p>
      <ul className="mt-1 grid gap-1">
        {kept.map(({ slug, name, reason }) => (
          <li key={slug}>
            <a className="link" href={paths.shop(slug)}>
              {name}
            </a>
            {`: ${reason}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
