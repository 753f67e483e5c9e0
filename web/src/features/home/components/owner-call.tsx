import type { BoostVisibility, HomeWords } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { useSellsBoosts, useSite } from "../../../lib/site.tsx";
import { Icon } from "../../../ui/icon.tsx";

interface Props {
  words: HomeWords;
  visibility: BoostVisibility | undefined;
}

/** The invitation to shop owners. */
export function OwnerCall({ words, visibility }: Props) {
  const { percent, source } = visibility ?? { percent: null, source: null };
  const { monthlyBoostPrice } = useSite();
  const sells = useSellsBoosts();
  return (
    <section aria-labelledby="owners" className="mt-20 bg-footer text-on-footer">
      <div className="awning" />
      <div className="page grid items-center gap-10 py-14 lg:grid-cols-[3fr_2fr]">
        <div>
          <h2 id="owners" className="font-bold text-3xl leading-tight md:text-4xl">
            {words.ownersTitle}
          </h2>
          <p className="mt-4 max-w-xl text-lg leading-relaxed">{words.ownersText}</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <a className="button button-amber" href={paths.listShop()}>
              List Your Shop Free
            </a>
            {sells && (
              <a
                className="button border-on-footer text-on-footer hover:border-on-footer hover:bg-on-footer/15 hover:text-on-footer"
                href={paths.listShopBoost()}
              >
                {`Boost Profile - From ${monthlyBoostPrice}/mo`}
              </a>
            )}
          </div>
        </div>
        <ul className="grid gap-4 sm:grid-cols-2">
          {sells && (
            <li className="rounded-md border-[1.5px] border-on-footer/40 p-5">
              <Icon name="rise" />
              <p className="mt-3 font-bold font-serif text-xl">
                {percent === null ? "More Visibility" : `${percent}% More Visibility`}
              </p>
              <p className="mt-1 text-[0.9375rem]">
                {source ?? "The top of your town's page, and first among equal matches in search."}
              </p>
            </li>
          )}
          <li className="rounded-md border-[1.5px] border-on-footer/40 p-5">
            <Icon name="clock" />
            <p className="mt-3 font-bold font-serif text-xl">24/7 Online Presence</p>
            <p className="mt-1 text-[0.9375rem]">
              People find you even when the door is still locked.
            </p>
          </li>
        </ul>
      </div>
    </section>
  );
}
