import { PLACE, wasOwner } from "../lib/owner-mark.ts";

/** Notes that an owner has signed in on this device; `false`: signed out. */
export function markOwner(isIn = true) {
  if (wasOwner() === isIn) return;
  try {
    if (isIn) localStorage.setItem(PLACE, "1");
    else localStorage.removeItem(PLACE);
  } catch {
    // Without storage, the pages are those of visitors.
  }
  // Browsers tell only other tabs.
  dispatchEvent(new Event("storage"));
}
