import type { AnyRouter } from "@tanstack/react-router";
import { readPassport } from "../lib/passport.ts";
import { paths } from "../lib/paths.ts";
import type { RouteDefinition } from "../lib/route-definition.ts";
import { PENDING_MILLIS } from "./pending.ts";
import { parseSearch, stringifySearch } from "./search-text.ts";
import { table } from "./table.ts";

/**
 * Makes plain links and GET forms navigate without a page load. Every link in the product is an ordinary `<a href>`
 * that works before this script runs and without it; a single listener handles them all.
 */
export function followLinks(router: AnyRouter) {
  // On `window`, so that it runs after React's listeners on `document` and sees what they prevented.
  window.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    openCard(event.target);
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = internalTarget(event.target);
    if (!url || isSamePage(url) || !isRoute(router, url)) return;
    event.preventDefault();
    go(router, url.pathname + url.search + url.hash);
  });

  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
    // Not `form.action`, which is a field of that name where there is one.
    const target = new URL(form.getAttribute("action") ?? "", location.href);
    if (form.method !== "get" || target.origin !== location.origin) return;
    if (!isRoute(router, target)) return;
    event.preventDefault();
    const query: Record<string, string> = {};
    for (const [name, value] of new FormData(form, event.submitter)) {
      if (typeof value === "string" && value.trim() !== "") query[name] = value.trim();
    }
    go(router, target.pathname + stringifySearch(query));
  });

  const prepare = (event: Event) => {
    const url = internalTarget(event.target);
    if (!url || isSamePage(url) || !isRoute(router, url)) return;
    router
      .preloadRoute({ to: url.pathname, search: parseSearch(url.search) })
      .catch(() => undefined);
  };
  // A pointer that just passes over a link doesn't mean it.
  let passing: ReturnType<typeof setTimeout> | undefined;
  const prepareSoon = (event: Event) => {
    clearTimeout(passing);
    passing = setTimeout(prepare, HOVER_MILLIS, event);
  };
  window.addEventListener("pointerover", prepareSoon, { passive: true });
  window.addEventListener("focusin", prepareSoon);
  window.addEventListener("touchstart", prepare, { passive: true });

  // A list reloads itself: it stays until its next state has arrived.
  router.subscribe("onBeforeNavigate", ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? PENDING_MILLIS : Number.POSITIVE_INFINITY;
    document.documentElement.toggleAttribute("data-busy", !pathChanged);
  });
  // Before the router scrolls to where one was.
  router.subscribe("onResolved", () => {
    document.documentElement.removeAttribute("data-busy");
    for (const [href, nth] of opened.get(entry()) ?? []) {
      const link = cardLinks(href)[nth];
      if (link && !link.closest(".card-open")) turnCard(link);
    }
  });
}

/** A menu's history entry. */
export function followMenu(router: AnyRouter) {
  document.addEventListener(
    "toggle",
    async (event) => {
      const menu = event.target;
      if (!(menu instanceof HTMLElement) || !menu.popover) return;
      if ((event as ToggleEvent).newState !== "open" || history.state?.menu) return;
      const { menuOpened } = await import("./menu.ts");
      if (menu.matches(":popover-open")) menuOpened(router, menu);
    },
    true,
  );
}

/**
 * After a navigation without a page load, does what a page load does for screen reader and keyboard users: announces
 * the new page's title, and continues from its content.
 */
export function announcePages(router: AnyRouter) {
  let announced = "";
  router.subscribe("onRendered", ({ pathChanged, hrefChanged, toLocation }) => {
    if (!hrefChanged || announced === toLocation.href) return;
    announced = toLocation.href;
    const announcer = document.getElementById("announcer");
    // A list that was narrowed says how many there are.
    const count = pathChanged ? null : document.querySelector("#results, #shops")?.textContent;
    if (announcer) announcer.textContent = count ?? document.title;
    if (pathChanged) document.getElementById("content")?.focus({ preventScroll: true });
  });
}

function internalTarget(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.target || link.hasAttribute("download")) return null;
  const url = new URL(link.href, location.href);
  const isPage = url.origin === location.origin && !/^\/(api|assets)\/|\.\w+$/.test(url.pathname);
  return isPage ? url : null;
}

/**
 * On phones, pressing a row of a list expands its card. One listener for all, because many cards are rendered as one
 * piece of HTML.
 */
function openCard(target: EventTarget | null) {
  const more = target instanceof Element ? target.closest(".card-more") : null;
  if (!more) return;
  turnCard(more);
  const links = document.querySelectorAll(".card-open .card-link");
  opened.set(
    entry(),
    [...links].map((link) => {
      const href = link.getAttribute("href");
      return [href, cardLinks(href).indexOf(link)] as const;
    }),
  );
}

/** The rows that are open in each history entry, by their links and which of the same it is: Back shows them as they were. */
const opened = new Map<unknown, (readonly [href: string | null, nth: number])[]>();

/** The links of rows to this address: a page may list a shop twice. */
const cardLinks = (href: string | null) => [
  ...document.querySelectorAll(`.card:has(.card-more) .card-link[href="${href}"]`),
];

const entry = () => history.state?.__TSR_key;

function turnCard(within: Element | null) {
  const card = within?.closest(".card");
  const isOpen = card?.classList.toggle("card-open");
  card?.querySelector(".card-more")?.setAttribute("aria-expanded", String(isOpen));
}

/** Navigates. The current page needs no second history entry, and the side menu's is removed. */
function go(router: AnyRouter, href: string) {
  const stays = href === location.pathname + location.search + location.hash;
  if (!history.state?.menu) router.history[stays ? "replace" : "push"](href);
  // The menu's own entry disappears when it closes.
  else if (!stays) router.history.replace(href);
}

/** How long a pointer rests on a link before its page is preloaded. */
const HOVER_MILLIS = 80;

/**
 * Goes to one of our URLs, without a page load if this router has it. `replace`: in place of the current history entry.
 */
export function goTo(router: AnyRouter, href: string, replace = false) {
  if (replace) router.history.replace(href);
  else if (isRoute(router, new URL(href, location.href))) go(router, href);
  else location.assign(href);
}

/**
 * Browser-only screens aren't routes on a server-rendered page, so the browser loads them normally. The same goes for
 * navigating to and from the payment page, because a security policy belongs to its document.
 */
function isRoute(router: AnyRouter, { pathname }: URL): boolean {
  const [, , found] = router.getMatchedRoutes(pathname);
  if (!navigator.onLine && isSaved(pathname)) return false;
  return found !== undefined && !takesPayments(pathname) && !takesPayments(location.pathname);
}

/** Offline, the page of a saved shop is the copy that the browser's worker has. */
const isSaved = (pathname: string) =>
  readPassport().some(({ slug }) => pathname === paths.shop(slug));

/** URL prefixes of payment pages. */
const PAYING = Object.values<RouteDefinition>(table)
  .filter((definition) => definition.takesPayments)
  .map(({ pattern }) => pattern.split("{")[0] ?? pattern);

const takesPayments = (pathname: string) => PAYING.some((start) => pathname.startsWith(start));

/** A link within the page (skip link, section) is left to the browser. */
function isSamePage(url: URL): boolean {
  return url.pathname === location.pathname && url.search === location.search && url.hash !== "";
}
