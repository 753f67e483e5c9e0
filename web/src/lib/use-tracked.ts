import { useEffect } from "react";
import { type TrackedEvent, track } from "./track.ts";

/** Reports a view once for each `key`; null reports nothing. */
export function useTracked(key: string | null, event: TrackedEvent) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the event.
  useEffect(() => {
    if (key !== null) track(event);
  }, [key]);
}
