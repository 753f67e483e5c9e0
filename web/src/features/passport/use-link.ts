import { useEffect, useState } from "react";
import { isPassportLink, type LinkedShop, readLink } from "./link.ts";

/** The content of the page's URL: nothing, a list of shops, or a broken link. */
export type Brought =
  | { what: "nothing" }
  | { what: "broken" }
  | { what: "shops"; shops: LinkedShop[] };

/** The passport in the URL, and a function to dismiss it. */
export function usePassportLink(): [Brought, () => void] {
  const [brought, setBrought] = useState<Brought>({ what: "nothing" });
  useEffect(() => {
    const look = () => setBrought(broughtBy(location.hash));
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, []);
  const dismiss = () => {
    history.replaceState(history.state, "", location.pathname);
    setBrought({ what: "nothing" });
  };
  return [brought, dismiss];
}

function broughtBy(fragment: string): Brought {
  if (!isPassportLink(fragment)) return { what: "nothing" };
  const shops = readLink(fragment);
  return shops ? { what: "shops", shops } : { what: "broken" };
}
