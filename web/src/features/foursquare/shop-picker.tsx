import { useId } from "react";
import { useApi } from "../../kit/api.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { dayText } from "../../kit/time.ts";
import { plural } from "../../lib/text.ts";
import { type City, cityName } from "./enhance-runs.tsx";

interface Props {
  city: City;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
  isMissing: boolean;
  busy: boolean;
  isRunning: boolean;
  enhance: () => void;
}

/** The chosen city's coffee shops; some of them can be enhanced at any time. */
export function ShopPicker({
  city,
  chosen,
  setChosen,
  isMissing,
  busy,
  isRunning,
  enhance,
}: Props) {
  const id = useId();
  const shops = useApi("/api/admin/foursquare-enhancement/cities/{cityId}/shops", {
    path: { cityId: city.id },
  });
  const toggle = (shop: string) => {
    const next = new Set(chosen);
    if (!next.delete(shop)) next.add(shop);
    setChosen(next);
  };
  return (
    <div className="mt-8 max-w-text">
      <Async result={shops} what="the coffee shops">
        {(listed) =>
          listed.length === 0 ? (
            <Empty>No coffee shops found</Empty>
          ) : (
            <>
              <fieldset aria-describedby={isMissing ? `${id}-missing` : undefined}>
                <legend className="field-label">{`Coffee shops in ${cityName(city)}`}</legend>
                {isMissing && (
                  <p id={`${id}-missing`} role="alert" className="field-mistake">
                    <strong>Error:</strong> Choose at least one coffee shop.
                  </p>
                )}
                <ul className="max-h-80 overflow-y-auto rounded-md border border-line bg-raised">
                  {listed.map(({ id: shop, name, address, shownUntil }) => (
                    <li key={shop} className="border-line border-b px-3 py-1 last:border-b-0">
                      <label className="choice">
                        <input
                          type="checkbox"
                          checked={chosen.has(shop)}
                          onChange={() => toggle(shop)}
                        />
                        <span>
                          {name}
                          <span className="block text-[0.9375rem] text-soft">
                            {address}
                            {shownUntil && `, on Foursquare until ${dayText(shownUntil)}`}
                          </span>
                        </span>
                      </label>
                    </li>
                  ))}
                </ul>
              </fieldset>
              <button type="button" className="button mt-4" aria-disabled={busy} onClick={enhance}>
                {isRunning
                  ? "Enhancing..."
                  : chosen.size === 0
                    ? "Enhance Selected Shops"
                    : `Enhance Selected Shops (${plural(chosen.size, "shop")})`}
              </button>
            </>
          )
        }
      </Async>
    </div>
  );
}
