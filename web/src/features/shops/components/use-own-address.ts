import { useEffect } from "react";

/**
 * A UUID or a former slug answers the shop, too. The server redirects such an address (decision D4); where a link was
 * followed without it, the address becomes the shop's own here.
 */
export function useOwnAddress(path: string) {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    if (pathname === path) return;
    window.history.replaceState(window.history.state, "", path + search + hash);
  }, [path]);
}
