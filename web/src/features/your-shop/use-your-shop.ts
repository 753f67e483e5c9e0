import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import {
  historyAddress,
  readYourShop,
  type YourShop,
  yourShopAddress,
} from "../../api/your-shop.ts";
import { useRefresh } from "../../kit/api.ts";
import { useSignedIn } from "../../kit/session.tsx";
import { paths } from "../../lib/paths.ts";

/** The listing, for its own people. */
export function useYourShop(slug: string) {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [yourShopAddress(slug)],
    queryFn: ({ signal }) => signedIn(() => readYourShop(slug, signal)),
    staleTime: 0,
  });
}

/** After each change, updates the offline copy of the shop's page, if this device has one. */
export function renewPageOf(slug: string) {
  import("../../lib/offline/keep-pages.ts")
    .then(({ renewKeptPage }) => renewKeptPage(paths.shop(slug)))
    .catch(() => undefined);
}

/** Stores a write's response, and refetches what depends on it. */
export function useSaved(slug: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useCallback(
    (shop: YourShop) => {
      client.setQueryData([yourShopAddress(slug)], shop);
      void refresh(historyAddress(slug), "/api/coffee-shops/", "/api/cities/");
      renewPageOf(slug);
    },
    [client, refresh, slug],
  );
}
