import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../api/client.ts";
import type { Shop } from "../api/types.ts";
import { ShopGrid } from "../components/shop-card.tsx";
import { useAlive } from "../lib/alive.ts";
import { paths } from "../lib/paths.ts";
import type { MissingKind } from "../lib/route-definition.ts";
import { Alert } from "../ui/alert.tsx";
import { EmptyPlace } from "../ui/empty-place.tsx";
import { MissingScreen } from "./missing-screen.tsx";
import type { RouterContext } from "./router.tsx";

/**
 * Shown when a read failed or a screen couldn't be rendered. `kind`: the not-found screen of the route, which is for what
 * the server says is gone. Of everything else it isn't known (D94): what a list told of the shop stays.
 */
export function ErrorScreen({ kind, error }: { kind?: MissingKind; error?: unknown }) {
  const router = useRouter();
  const [isTrying, setTrying] = useState(false);
  useAlive();
  if (kind && error instanceof ApiError && error.status === 410)
    return <MissingScreen kind={kind} />;
  const { queryClient }: RouterContext = router.options.context;
  const again = async () => {
    setTrying(true);
    // Before the page is drawn anew, so that what is known stays on the screen.
    const failed = queryClient.getQueryCache().findAll({ predicate: (read) => !!read.state.error });
    const reads = await Promise.allSettled(failed.map((read) => read.fetch()));
    if (!reads[0] || reads.some(({ status }) => status === "fulfilled")) await router.invalidate();
    setTrying(false);
  };
  const known = kind === "shop" && listed(queryClient.getQueriesData({}), location.pathname);
  return (
    <div className="page pt-12 md:pt-20">
      <title>This page couldn't be loaded</title>
      <EmptyPlace slug="back-in-a-minute" sign="Back Soon">
        <h1 className="font-bold text-4xl leading-tight">This page couldn't be loaded.</h1>
        <div className="mt-5 mb-6">
          <Alert>
            {navigator.onLine
              ? "Something went wrong. Please check your connection and try again."
              : "You're offline. This page will load once you're back online."}
          </Alert>
        </div>
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isTrying}
          onClick={isTrying ? undefined : again}
        >
          {isTrying ? "Still trying…" : "Try again"}
        </button>
      </EmptyPlace>
      {known && <ShopGrid shops={[known]} />}
    </div>
  );
}

interface Reads {
  items?: Shop[];
  shops?: Shop[];
}

/** The shop with that page, from what has been read. */
function listed(reads: [unknown, unknown][], path: string): Shop | undefined {
  return (reads as [unknown, (Reads & Shop) | Shop[] | null | undefined][])
    .flatMap(([, data]) =>
      Array.isArray(data) ? data : (data?.items ?? data?.shops ?? data ?? []),
    )
    .find(({ slug, openState }) => openState && path === paths.shop(slug));
}
