import { useEffect } from "react";

/**
 * Marks the document once React has committed the screen that says so. Screens call it, not the frame around them: the
 * router puts each into a boundary of its own, which comes alive later than what surrounds it.
 */
export function useAlive() {
  useEffect(() => {
    document.documentElement.dataset.alive = "";
  }, []);
}
