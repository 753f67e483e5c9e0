import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { readYourShop, type YourShop, yourShopAddress } from "../../api/your-shop.ts";
import { useSignedIn } from "../../kit/session.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { renewPageOf } from "../../lib/offline/renew-page.ts";

/** The listing, for its own people. */
export function useYourShop(slug: string) {
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [yourShopAddress(slug)],
    queryFn: ({ signal }) => signedIn(() => readYourShop(slug, signal)),
    staleTime: 0,
  });
}

/** Stores a write's response, and refetches what depends on it. */
export function useSaved(slug: string) {
  const client = useQueryClient();
  const tell = useChanged();
  return useCallback(
    (shop: YourShop) => {
      client.setQueryData([yourShopAddress(slug)], shop);
      void tell(`shop:${shop.id}`);
      renewPageOf(slug);
    },
    [client, tell, slug],
  );
}
