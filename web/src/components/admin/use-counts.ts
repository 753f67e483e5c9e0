import { useEffect, useRef } from "react";
import { type Answer, useApi } from "../../kit/api.ts";
import type { AdminTab } from "../../lib/route-definition.ts";

export type Counts = Answer<"get", "/api/admin/counts">;

/** How many items of these kinds wait. */
export function waitingOf(counts: Counts | undefined, kinds: AdminTab["waiting"] = []): number {
  if (kinds === "everything") return counts?.total ?? 0;
  return kinds.reduce((sum, kind) => sum + (counts?.kinds[kind]?.count ?? 0), 0);
}

/** How much waits for the administrator. Asked again on another tab, because others send things meanwhile. */
export function useCounts(tab?: string) {
  const { data, refetch } = useApi("/api/admin/counts");
  const counted = useRef(tab);
  useEffect(() => {
    if (counted.current !== tab) void refetch();
    counted.current = tab;
  }, [tab, refetch]);
  return data;
}
