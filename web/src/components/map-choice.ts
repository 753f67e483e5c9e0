import { useSyncExternalStore } from "react";

/** Where the device remembers that the visitor wants the map next to lists. Stored nowhere else. */
const KEY = "map";

let open: boolean | undefined;
const listeners = new Set<() => void>();

function isOpen(): boolean {
  open ??= remembered();
  return open;
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === "open";
  } catch {
    return false;
  }
}

/** Opens or closes the map, on this page and the next ones. */
export function setMapOpen(wanted: boolean) {
  open = wanted;
  try {
    if (wanted) localStorage.setItem(KEY, "open");
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the choice lasts until the visitor leaves the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the map is open; null on the server and during hydration, when the device's data isn't available. */
export function useMapOpen(): boolean | null {
  return useSyncExternalStore<boolean | null>(subscribe, isOpen, () => null);
}
