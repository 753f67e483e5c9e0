import { useState } from "react";
import { call } from "../../../kit/api.ts";
import { Combobox, type Option } from "../../../kit/combobox.tsx";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";

const MAX_SHOPS = 8;

async function findShops(q: string, signal: AbortSignal): Promise<Option[]> {
  const query = { q, type: "shops", pageSize: MAX_SHOPS } as const;
  const found = (await call("get", "/api/search", { query, signal })) as unknown;
  const shops = Array.isArray(found) ? found : [];
  return shops
    .slice(0, MAX_SHOPS)
    .map(({ slug, name, address }) => ({ value: slug, text: name, hint: address }));
}

/** Finds a listed shop by name, to boost it (D31). Without a script, it is an ordinary search. */
export function BoostFinder() {
  const { monthlyBoostPrice, oneTimeBoostPrice } = useSite();
  const [text, setText] = useState("");
  const navigate = useNavigate();
  return (
    <section
      id="boost"
      aria-labelledby="boost-title"
      className="mt-14 scroll-mt-24 rounded-md border-[1.5px] border-amber bg-raised p-5 md:p-8"
    >
      <h2 id="boost-title" className="font-bold text-2xl md:text-3xl">
        Boost a shop that is listed
      </h2>
      <p className="mt-2 max-w-text text-soft">
        {`Featured placement from ${monthlyBoostPrice} a month, or ${oneTimeBoostPrice} once for 30 days. Find your shop by name. Not here yet? List it above first.`}
      </p>
      <form action={paths.search()} className="mt-5 max-w-xl">
        <label htmlFor="boost-name" className="field-label">
          Name of the coffee shop
        </label>
        <Combobox
          label="Coffee shops"
          text={text}
          onText={setText}
          find={findShops}
          control={{ id: "boost-name" }}
          name="q"
          none="No coffee shop by that name is listed. You can list it above for free."
          onChoose={({ value }) => navigate(paths.boost(value))}
        />
        <noscript>
          <button type="submit" className="button mt-3">
            Search
          </button>
        </noscript>
      </form>
    </section>
  );
}
