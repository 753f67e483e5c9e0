import { useEffect } from "react";

/**
 * A UUID or a former slug also returns the shop. The server redirects such URLs (decision D4); if a link was followed
 * without a page load, this changes the URL.
 */
export function useOwnAddress(path: string) {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (pathname === path) return;
    window.history.replaceState(window.history.state, "", path + search + hash);
  }, [path]);
}
