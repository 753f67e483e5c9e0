import { type ComponentType, useEffect, useState } from "react";
import type { Shop } from "../../../api/types.ts";

type Welcome = ComponentType<{ shop: Shop }>;

/**
 * The panel for somebody who has just listed or claimed this shop, here or by a mail's link. A parameter of the address
 * carries no authority (D41): it only shows the panel, which is fetched then.
 */
export function useOwnerWelcome(slug: string): Welcome | null {
  const [loaded, setLoaded] = useState<{ slug: string; panel: Welcome } | null>(null);
  useEffect(() => {
    const isOwner = new URLSearchParams(window.location.search).get("owner") === "true";
    if (import.meta.env.SSR || !(isOwner || isAwaited(slug))) return;
    import("./owner-welcome.tsx").then(
      (module) => setLoaded({ slug, panel: module.OwnerWelcome }),
      // Without it the page is what it is for everybody, and the mail's link does the same.
      () => undefined,
    );
  }, [slug]);
  return loaded?.slug === slug ? loaded.panel : null;
}

/** Whether a code is awaited for this shop in this tab: `kit/pending-proof.ts` keeps it there. */
function isAwaited(slug: string): boolean {
  try {
    return sessionStorage.getItem(`proof:${slug}`) !== null;
  } catch {
    return false;
  }
}
