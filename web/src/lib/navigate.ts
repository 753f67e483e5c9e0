import { createContext, useContext } from "react";

/**
 * Navigates to one of our URLs without a page load; with `replace`, in place of the current history entry. Provided by
 * the routes, so that features don't need the router.
 */
export const NavigateContext = createContext<(href: string, replace?: boolean) => void>((href) => {
  window.location.assign(href);
});

export function useNavigate() {
  return useContext(NavigateContext);
}
