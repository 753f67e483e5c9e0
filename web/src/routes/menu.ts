import type { AnyRouter } from "@tanstack/react-router";

/** A menu with its own history entry: Back closes it, and Tab stays inside. Loaded when first opened. */

export function menuOpened(router: AnyRouter, menu: HTMLElement) {
  // The page underneath doesn't scroll.
  void router.navigate({
    to: ".",
    search: true,
    hash: true,
    state: { menu: true } as never,
    resetScroll: false,
  });
  const stop = router.history.subscribe(() => {
    if (!history.state?.menu) menu.hidePopover();
  });
  const stay = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return;
    const stops = menu.querySelectorAll<HTMLElement>("a, button");
    const [first, last] = [stops[0], stops[stops.length - 1]];
    const isInside = menu.contains(document.activeElement);
    const edge = event.shiftKey ? first : last;
    if (isInside && document.activeElement !== edge) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  };
  document.addEventListener("keydown", stay);
  menu.addEventListener("toggle", closed);
  function closed(event: Event) {
    if ((event as ToggleEvent).newState === "open") return;
    menu.removeEventListener("toggle", closed);
    document.removeEventListener("keydown", stay);
    stop();
    // When closed by hand, its history entry is removed.
    if (history.state?.menu) router.history.back();
  }
}
