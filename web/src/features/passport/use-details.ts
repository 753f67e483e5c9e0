import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getJson } from "../../api/client.ts";
import type { Shop, ShopsByIds } from "../../api/types.ts";
import {
  changePassport,
  factsOf,
  type KeptShop,
  keepForOffline,
  type Passport,
} from "../../lib/passport.ts";

/** Identifiers in one question to the API at most. */
const BATCH = 100;
/** Milliseconds for which "open now" is fresh enough. */
const FRESH = 60_000;

/** What the directory says of shops now. */
export interface Details {
  shops: ReadonlyMap<string, Shop>;
  /** Shops that it no longer knows. */
  gone: ReadonlySet<string>;
}

/** Asks the directory for shops. No cookie goes with it, so that the question is nobody's. */
export async function readDetails(ids: readonly string[], signal?: AbortSignal): Promise<Details> {
  // In one order, so that the same shops are the same question.
  const sorted = [...ids].sort();
  const batches = Array.from({ length: Math.ceil(sorted.length / BATCH) }, (_, index) =>
    sorted.slice(index * BATCH, (index + 1) * BATCH),
  );
  const answers = (await Promise.all(
    batches.map((batch) =>
      getJson(`/api/coffee-shops/by-ids?ids=${batch.join(",")}`, signal, "omit"),
    ),
  )) as ShopsByIds[];
  return {
    shops: new Map(answers.flatMap(({ shops }) => shops.map((shop) => [shop.id, shop]))),
    gone: new Set(answers.flatMap(({ removed, unknown }) => [...removed, ...unknown])),
  };
}

/** The details of all kept shops. What is learned is remembered for the time without a network. */
export function useDetails(passport: Passport | null) {
  const ids = passport?.map(({ id }) => id).sort() ?? [];
  const question = useQuery({
    queryKey: ["passport", ids.join()],
    queryFn: ({ signal }) => readDetails(ids, signal),
    enabled: ids.length > 0,
    staleTime: FRESH,
    placeholderData: keepPreviousData,
    // Without a network the answer is "no" at once, not a question that waits.
    networkMode: "always",
    refetchOnReconnect: true,
  });
  const details = question.data;
  useEffect(() => {
    if (!details) return;
    changePassport((shops) => refreshed(shops, details));
    keepForOffline();
  }, [details]);
  return question;
}

/** The same list when nothing has changed, so that nothing is written. */
function refreshed(passport: Passport, { shops, gone }: Details): Passport {
  let changed = false;
  const fresh = passport.map((kept): KeptShop => {
    const shop = shops.get(kept.id);
    const now = shop ? { ...kept, ...factsOf(shop) } : { ...kept, gone: gone.has(kept.id) };
    if (JSON.stringify(now) === JSON.stringify(kept)) return kept;
    changed = true;
    return now;
  });
  return changed ? fresh : passport;
}
