import { createContext, useContext } from "react";

/** Goes to an address of ours without a page load, `replace`: in place of this one in the history. The routes lend it, so that rooms need no router. */
export const NavigateContext = createContext<(href: string, replace?: boolean) => void>((href) => {
  window.location.assign(href);
});

export function useNavigate() {
  return useContext(NavigateContext);
}
