import { useSyncExternalStore } from "react";

/** Its place in the device's storage; `kit/mark-owner.ts` writes it. */
export const PLACE = "was-owner";

/**
 * Whether somebody has signed in as an owner on this device. It grants nothing: it shows links, and asks for the session where
 * visitors' pages ask for none.
 */
export function wasOwner(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    return false;
  }
}

function follow(changed: () => void) {
  addEventListener("storage", changed);
  return () => removeEventListener("storage", changed);
}

/** The same for everybody until the page is in the browser. */
export const useWasOwner = () => useSyncExternalStore(follow, wasOwner, () => false);
