/** Until when this device takes itself to be the administrator's. It decides what is shown; the server decides what may be done. */
const PLACE = "admin-until";

export function rememberAdmin(until: string | null) {
  try {
    if (until === null) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, until);
  } catch {
    // Without storage an ended session shows the form in place.
  }
}

/** Whether somebody was the administrator here, and has not left. */
export function wasAdmin(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null;
  } catch {
    return false;
  }
}
