import { useEffect } from "react";

/**
 * Marks the document once React has committed this screen. Screens call it rather than the layout around them, because
 * the router puts each screen into its own boundary, which is hydrated later than its surroundings.
 */
export function useAlive() {
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
}

/** Whether a screen has been committed since the document was loaded. */
export const isAlive = () => document.documentElement.dataset.alive !== undefined;
