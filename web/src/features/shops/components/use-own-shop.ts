import { type ComponentType, useEffect, useState } from "react";
import { useWasOwner } from "../../../lib/owner-mark.ts";
import type { PeoplePanelProps } from "../people/people-panel.tsx";

export interface OwnShop {
  id: string;
  Edit: ComponentType<PeoplePanelProps>;
  Panel: ComponentType<PeoplePanelProps>;
}

/**
 * Additional content for a shop's own people. The page itself is the same for everyone: where an owner has signed in, the session
 * is requested afterward, and only they load this part.
 */
export function useOwnShop(id: string): OwnShop | null {
  const isAsked = useWasOwner();
  const [own, setOwn] = useState<OwnShop | null>(null);
  useEffect(() => {
    // The server's bundle is a single file and would contain the panel, too.
    if (import.meta.env.SSR || !isAsked) return;
    import("../people/own-shop.ts")
      .then(({ ownShop }) => ownShop(id))
      // Without a response, it stays a visitor's page.
      .then(setOwn, () => undefined);
  }, [id, isAsked]);
  return isAsked && own?.id === id ? own : null;
}
