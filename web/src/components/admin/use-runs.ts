import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { components } from "../../api/schema.gen.ts";
import { useApi } from "../../kit/api.ts";

/** A job, as the operator sees it. */
export type Run = components["schemas"]["OperatorRun"];

/** Where the list of jobs comes from. */
export const runsPath = "/api/admin/jobs";

export const runStates: Record<Run["state"], string> = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  canceled: "Canceled",
};

/** Whether the job hasn't ended. */
export const isOpen = ({ state }: Run) => state === "waiting" || state === "running";

/** Running, waiting and recently ended jobs, updated by server-sent events while `isLive`. */
export function useRuns() {
  const runs = useApi(runsPath);
  const isLive = useEvents(runs.data !== undefined);
  return { runs, isLive };
}

/**
 * Updates the list from the event stream after the first response; returns whether the stream is connected. The browser
 * reconnects by itself after a lost connection, but not after an error response; then a refetch of the list shows the
 * error.
 */
function useEvents(enabled: boolean): boolean {
  const client = useQueryClient();
  const [isLive, setIsLive] = useState(true);
  useEffect(() => {
    if (!enabled) return;
    const source = new EventSource(`${runsPath}/events`);
    source.addEventListener("jobs", ({ data }: MessageEvent<string>) => {
      setIsLive(true);
      // A list that is still on its way may be older, and the stream tells nothing twice.
      void client.cancelQueries({ queryKey: [runsPath] });
      client.setQueryData([runsPath], JSON.parse(data));
    });
    source.onopen = () => setIsLive(true);
    source.onerror = () => {
      setIsLive(false);
      if (source.readyState === EventSource.CLOSED) {
        void client.invalidateQueries({ queryKey: [runsPath] });
      }
    };
    return () => source.close();
  }, [client, enabled]);
  return isLive;
}
