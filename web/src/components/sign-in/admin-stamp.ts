/**
 * Until when this device assumes that it is signed in as the administrator. It decides what is shown; the server
 * decides what is allowed.
 */
const PLACE = "admin-until";

export function rememberAdmin(until: string | null) {
  try {
    if (until === null) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, until);
  } catch {
    // Without storage, an ended session shows the form in place.
  }
}

/** Whether the administrator signed in here and hasn't signed out. */
export function wasAdmin(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    return false;
  }
}
