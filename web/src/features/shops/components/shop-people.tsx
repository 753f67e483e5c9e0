import { type ComponentType, useEffect, useState } from "react";
import { getJson } from "../../../api/client.ts";
import type { Shop } from "../../../api/types.ts";
import type { PeoplePanelProps } from "../people/people-panel.tsx";

/**
 * Additional content for a shop's own people. The page itself is the same for everyone: the session is requested
 * afterward, and only they load this part.
 */
export function ShopPeople({ shop }: { shop: Pick<Shop, "id" | "name"> }) {
  const { id } = shop;
  const [Panel, setPanel] = useState<ComponentType<PeoplePanelProps>>();
  useEffect(() => {
    // The server's bundle is a single file and would contain the panel, too.
    if (import.meta.env.SSR) return;
    const asking = new AbortController();
    const find = async () => {
      if (!isOneOfThem(await getJson("/api/session", asking.signal), id)) return;
      const { default: panel } = await import("../people/people-panel.tsx");
      if (!asking.signal.aborted) setPanel(() => panel);
    };
    // Without a response, it stays a visitor's page.
    find().catch(() => undefined);
    return () => asking.abort();
  }, [id]);
  return Panel ? <Panel shop={shop} /> : null;
}

interface Session {
  shops?: readonly { id: string }[];
}

function isOneOfThem(session: unknown, shopId: string) {
  const { shops = [] } = (session ?? {}) as Session;
  return shops.some(({ id }) => id === shopId);
}
