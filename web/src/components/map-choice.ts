import { useSyncExternalStore } from "react";

/** Where the device remembers that its owner wants the map beside the list. It is kept nowhere else. */
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

/** Opens or closes the map, for this page and the next ones. */
export function setMapOpen(wanted: boolean) {
  open = wanted;
  try {
    if (wanted) localStorage.setItem(KEY, "open");
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the map is open; null on the server and while its page comes alive, which know nothing of the device. */
export function useMapOpen(): boolean | null {
  return useSyncExternalStore<boolean | null>(subscribe, isOpen, () => null);
}
