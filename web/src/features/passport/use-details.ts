import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../api/client.ts";
import type { Shop } from "../../api/types.ts";
import {
  changePassport,
  factsOf,
  type KeptShop,
  keepForOffline,
  type Passport,
} from "../../lib/passport.ts";

/** Maximum IDs per request. */
const BATCH = 100;
/** Milliseconds for which "open now" counts as current. */
const FRESH = 60_000;

/** The directory's current data about shops. */
export interface Details {
  shops: ReadonlyMap<string, Shop>;
  /** Shops that it no longer has. */
  gone: ReadonlySet<string>;
}

/** Requests shops from the directory. Sent without cookies, so that the request is anonymous. */
export async function readDetails(ids: readonly string[], signal?: AbortSignal): Promise<Details> {
  // Sorted, so that the same shops make the same request.
  const sorted = [...ids].sort();
  const batches = Array.from({ length: Math.ceil(sorted.length / BATCH) }, (_, index) =>
    sorted.slice(index * BATCH, (index + 1) * BATCH),
  );
  const answers = await Promise.all(
    batches.map((batch) =>
      call("get", "/api/coffee-shops/by-ids", {
        query: { ids: batch.join() },
        credentials: "omit",
        ...(signal && { signal }),
      }),
    ),
  );
  return {
    shops: new Map(answers.flatMap(({ shops }) => shops.map((shop) => [shop.id, shop]))),
    gone: new Set(answers.flatMap(({ removed, unknown }) => [...removed, ...unknown])),
  };
}

/** Details of all kept shops, which are remembered for offline use. */
export function useDetails(passport: Passport | null) {
  const ids = passport?.map(({ id }) => id).sort() ?? [];
  const question = useQuery({
    queryKey: ["passport", ids.join()],
    queryFn: ({ signal }) => readDetails(ids, signal),
    enabled: ids.length > 0,
    staleTime: FRESH,
    placeholderData: keepPreviousData,
    // Offline, the answer is "no" at once, instead of a request that waits.
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

/** The same list if nothing has changed, so that nothing is written. */
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
