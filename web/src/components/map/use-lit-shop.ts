import { type RefObject, useEffect, useState } from "react";
import { paths } from "../../lib/paths.ts";

/** A shop's card in a list. */
function cardOf(list: HTMLElement | null, slug: string): Element | null {
  const link = list?.querySelector(`a[href="${paths.shop(slug)}"]`);
  return link?.closest("li") ?? null;
}

/** Scrolls a shop's card into view where list and map are side by side. */
export function revealCard(list: HTMLElement | null, slug: string) {
  if (!matchMedia("(min-width: 64rem)").matches) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  cardOf(list, slug)?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}

/** The shop whose card contains `target`, based on the card's link. */
function slugAt(target: EventTarget | null): string | null {
  const card = target instanceof Element ? target.closest("li") : null;
  const href = card?.querySelector("a.card-link")?.getAttribute("href");
  return href?.startsWith(paths.shop("")) ? href.slice(paths.shop("").length) : null;
}

/**
 * The highlighted shop, on the map or in the list: its card and its pin light up together. Cards are found by their
 * links, so that lists without a map need no extra code.
 */
export function useLitShop(list: RefObject<HTMLElement | null>) {
  const [lit, setLit] = useState<string | null>(null);

  useEffect(() => {
    const cards = list.current;
    if (!cards) return;
    const light = (event: Event) => setLit(slugAt(event.target));
    const dim = () => setLit(null);
    cards.addEventListener("pointerover", light);
    cards.addEventListener("pointerleave", dim);
    cards.addEventListener("focusin", light);
    cards.addEventListener("focusout", dim);
    return () => {
      cards.removeEventListener("pointerover", light);
      cards.removeEventListener("pointerleave", dim);
      cards.removeEventListener("focusin", light);
      cards.removeEventListener("focusout", dim);
    };
  }, [list]);

  useEffect(() => {
    if (lit === null) return;
    const card = cardOf(list.current, lit);
    card?.classList.add("card-picked");
    return () => card?.classList.remove("card-picked");
  }, [lit, list]);

  return [lit, setLit] as const;
}
