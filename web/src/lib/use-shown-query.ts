import { useEffect, useRef } from "react";

/**
 * Keeps the fields of a GET form in sync with the URL, even after a link or Back. They are the same elements, so that the focus
 * stays. Text typed before hydration is kept. A select has what was asked for in `data-asked`.
 */
export function useShownQuery(address: string) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(address);
  useEffect(() => {
    if (!form.current || shown.current === address) return;
    shown.current = address;
    form.current.reset();
    // React only sets a select's default once.
    for (const select of form.current.querySelectorAll("select"))
      select.value = select.dataset.asked ?? "";
  }, [address]);
  return form;
}
