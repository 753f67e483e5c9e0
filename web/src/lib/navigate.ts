import { createContext, useContext } from "react";

/** Goes to an address of ours without a page load. The routes lend it, so that rooms need no router. */
export const NavigateContext = createContext<(href: string) => void>((href) => {
  window.location.assign(href);
});

export function useNavigate() {
  return useContext(NavigateContext);
}
