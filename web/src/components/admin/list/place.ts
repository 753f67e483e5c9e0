import { useEffect } from "react";
import { attempt } from "../../../kit/attempt.ts";

/** Where the administrator was in a list. */
interface Place {
  /** With filter, order and page. */
  address: string;
  /** The row that was opened from there. */
  row?: string;
}

const NAME = "list:";

function placeIn(path: string): Place | null {
  return attempt(() => JSON.parse(sessionStorage.getItem(NAME + path) ?? "null"), null);
}

const keep = (path: string, place: Place) =>
  attempt(() => sessionStorage.setItem(NAME + path, JSON.stringify(place)), undefined);

/** The list as it was last shown in this tab: same filter, order and page. */
export const listPlace = (path: string) => placeIn(path)?.address ?? path;

/** The row with this key in the list. */
const rowOf = (key: string) =>
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`);

/**
 * Remembers where the administrator is in a list, and the row that they open. When they come back, the focus is on that row,
 * and the row in view. `isLoaded`: whether there are rows.
 */
export function useListPlace(path: string, address: string, isLoaded: boolean) {
  useEffect(() => {
    const before = placeIn(path);
    keep(path, before?.address === address ? before : { address });
    const note = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      const row = link?.closest<HTMLElement>("[data-row]")?.dataset.row;
      if (row !== undefined) keep(path, { address, row });
    };
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, [path, address]);
  useEffect(() => {
    if (!isLoaded) return;
    const row = placeIn(path)?.row;
    // After the router has put the page where it was scrolled to.
    const timer = setTimeout(() => {
      const found = row === undefined ? null : rowOf(row);
      // What was focused because the screen is another one lies around the list.
      if (!found || !document.activeElement?.contains(found)) return;
      const target = found.querySelector<HTMLElement>("[data-item], a") ?? found;
      target.focus({ preventScroll: true });
      const { top, bottom } = found.getBoundingClientRect();
      if (top < 0 || bottom > window.innerHeight) found.scrollIntoView({ block: "center" });
    });
    return () => clearTimeout(timer);
  }, [path, isLoaded]);
}
