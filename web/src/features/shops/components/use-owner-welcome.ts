import { type ComponentType, useEffect, useState } from "react";
import type { Shop } from "../../../api/types.ts";

type Welcome = ComponentType<{ shop: Shop }>;

/**
 * The panel for someone who has just listed or claimed this shop, here or through an email's link. The URL parameter
 * grants nothing (D41): it only shows the panel, which is loaded then.
 */
export function useOwnerWelcome(slug: string): Welcome | null {
  const [loaded, setLoaded] = useState<{ slug: string; panel: Welcome } | null>(null);
  useEffect(() => {
    const isOwner = new URLSearchParams(window.location.search).get("owner") === "true";
    if (import.meta.env.SSR || !(isOwner || isAwaited(slug))) return;
    import("./owner-welcome.tsx").then(
      (module) => setLoaded({ slug, panel: module.OwnerWelcome }),
      // Without it, the page is the same as for everyone, and the email's link does the same.
      () => undefined,
    );
  }, [slug]);
  return loaded?.slug === slug ? loaded.panel : null;
}

/** Whether this tab is waiting for this shop's code, stored by `kit/pending-proof.ts`. */
function isAwaited(slug: string): boolean {
  try {
    return sessionStorage.getItem(`proof:${slug}`) !== null;
  } catch {
    return false;
  }
}
