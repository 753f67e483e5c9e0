import { useState } from "react";
import { RunProgress } from "../../components/admin/run-progress.tsx";
import { type Answer, call, messageOf, useApi } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useAction } from "../../kit/use-action.ts";
import { plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";
import { CityPicker } from "./city-picker.tsx";
import { ShopPicker } from "./shop-picker.tsx";

export type City = Answer<"get", "/api/admin/foursquare-enhancement/cities">[number];
type CityRun = Answer<"post", "/api/admin/foursquare-enhancement/enhance/{cityId}">;
type ShopRun = Answer<"post", "/api/admin/foursquare-enhancement/enhance-shops">;

const KIND = "foursquare.enhance";

/** What came of the last press of a button; it stays until the next one. */
interface Result {
  title: string;
  text: string;
  isBad?: boolean;
}

export const cityName = ({ name, state }: City) => `${name}, ${state}`;

function resultOf(run: CityRun | ShopRun): Result {
  if ("jobId" in run) {
    return { title: "Still running", text: "Its progress is shown below." };
  }
  const isCity = "coffeeShopsEnhanced" in run;
  const enhanced = isCity ? run.coffeeShopsEnhanced : run.enhanced;
  const processed = isCity ? run.coffeeShopsProcessed : run.processed;
  return {
    title: "Enhancement Complete",
    text: `${enhanced} of ${plural(processed, "coffee shop")} enhanced, ${plural(run.photosEnhanced, "photo")} added, ${plural(run.apiCallsUsed, "call")} used.`,
  };
}

interface Props {
  keptDays: number;
  /** How many cities there are. */
  total: number;
  /** Of the list of cities. */
  search: string;
}

/** Chooses a city, and enhances it or some of its coffee shops. */
export function EnhanceRuns({ keptDays, total, search }: Props) {
  const tell = useChanged();
  const toast = useToast();
  const [city, setCity] = useState<City | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isMissing, setMissing] = useState<"city" | "shops" | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const done = (run: CityRun | ShopRun) => {
    const next = resultOf(run);
    setResult(next);
    toast(next);
    void tell("run", "shop");
  };
  /** Keeps the reason on the screen after the message has gone. */
  const kept = async <T,>(title: string, text: string, run: () => Promise<T>): Promise<T> => {
    setResult(null);
    try {
      return await run();
    } catch (error) {
      setResult({ title, text: messageOf(error, text), isBad: true });
      void tell("run");
      throw error;
    }
  };
  const ofCity = useAction(
    ({ id }: City) =>
      kept("Enhancement Failed", "Failed to enhance city", () =>
        call("post", "/api/admin/foursquare-enhancement/enhance/{cityId}", {
          path: { cityId: id },
        }),
      ),
    { done, failed: { title: "Enhancement Failed", text: "Failed to enhance city" } },
  );
  const ofShops = useAction(
    (shopIds: string[]) =>
      kept("Manual Enhancement Failed", "Failed to enhance coffee shops", () =>
        call("post", "/api/admin/foursquare-enhancement/enhance-shops", { body: { shopIds } }),
      ),
    {
      done,
      failed: { title: "Manual Enhancement Failed", text: "Failed to enhance coffee shops" },
    },
  );
  const isBusy = ofCity.busy || ofShops.busy;
  const choose = (next: City) => {
    setCity(next);
    setChosen(new Set());
    setMissing(null);
  };
  const enhanceCity = () => {
    if (city === null) setMissing("city");
    else void ofCity.start(city);
  };
  const enhanceShops = () => {
    if (chosen.size === 0) setMissing("shops");
    else void ofShops.start([...chosen]);
  };
  return (
    <section aria-labelledby="enhance-title">
      <h3 id="enhance-title" className="font-bold text-2xl tracking-tight">
        Enhance
      </h3>
      <p className="mt-2 max-w-text text-soft">
        {`Each coffee shop takes one or two calls and a few seconds. What Foursquare says is shown for ${plural(keptDays, "day")} and renewed each night; what owners or editors entered stays.`}
      </p>
      <CityPicker
        search={search}
        city={city}
        choose={choose}
        isMissing={isMissing === "city"}
        total={total}
      />
      <button
        type="button"
        className="button button-primary mt-4"
        aria-disabled={isBusy}
        onClick={enhanceCity}
      >
        {ofCity.busy ? "Enhancing..." : "Enhance City"}
      </button>
      {city && (
        <ShopPicker
          key={city.id}
          city={city}
          chosen={chosen}
          setChosen={(next) => {
            setChosen(next);
            setMissing(null);
          }}
          isMissing={isMissing === "shops"}
          busy={isBusy}
          isRunning={ofShops.busy}
          enhance={enhanceShops}
        />
      )}
      <RunProgress
        kind={KIND}
        name="Foursquare enhancement"
        onEnded={() => void tell("run", "shop")}
      />
      <div role="status" className="mt-5">
        {result && (
          <div className={`notice ${result.isBad ? "border-red" : ""}`}>
            <p className="font-bold">{result.title}</p>
            <p className="mt-1">{result.text}</p>
          </div>
        )}
      </div>
    </section>
  );
}

/** The cities for a search. */
export function useCities(search: string) {
  return useApi("/api/admin/foursquare-enhancement/cities", { query: { search }, keep: true });
}
