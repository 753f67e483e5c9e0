/**
 * Starts the app on a page from the server once the page is on the screen. The page is complete without scripts; on a
 * slow line they would take their share from its style sheet and fonts. The server names the entry and the other modules
 * of the page in this script's tag, so that they load side by side.
 *
 * Until then, it keeps what is pressed: a control that needs the app is marked as busy, and pressed again once it has
 * been hydrated. Links and forms are left to the browser, even while the app is starting.
 */
const [entry = "", ...others] =
  document.querySelector<HTMLScriptElement>("script[data-modules]")?.dataset.modules?.split(" ") ??
  [];

/** Some browsers don't say when they paint. */
const LONGEST_WAIT = 1000;

const root = document.documentElement;
const BUSY = "aria-busy";

let isStarted = false;

function start() {
  if (isStarted) return;
  isStarted = true;
  for (const href of others) add("link", { rel: "modulepreload", href });
  add("script", { type: "module", src: entry });
}

function add(element: "link" | "script", fields: Record<string, string>) {
  document.head.append(Object.assign(document.createElement(element), fields));
}

/** Each control once, however often it was pressed. */
const kept = new Set<HTMLElement>();

function keep(event: Event) {
  if (root.dataset.alive !== undefined) return;
  event.stopPropagation();
  const control = (event.target as Element).closest<HTMLElement>(
    event.type === "click" ? "[type=button]:not([popovertarget])" : "[type=checkbox],select",
  );
  if (!control) return;
  control.setAttribute(BUSY, "true");
  kept.add(control);
}

function handOver() {
  for (const control of kept) {
    control.removeAttribute(BUSY);
    // React hears of a checkbox that differs from what it knows: this sets what it knows, and the press what differs.
    if (control.matches("[type=checkbox]"))
      (control as HTMLInputElement).checked = !(control as HTMLInputElement).checked;
    if (control.matches("select")) control.dispatchEvent(new Event("change", { bubbles: true }));
    else control.click();
  }
}

for (const type of ["click", "change", "submit"]) addEventListener(type, keep, true);

// After the effects of the screen that says so (`useAlive`).
new MutationObserver((_, observer) => {
  observer.disconnect();
  setTimeout(handOver);
}).observe(root, { attributeFilter: ["data-alive"] });

function begin() {
  // A page in the background isn't painted.
  if (document.hidden) start();
  else {
    new PerformanceObserver(start).observe({ type: "paint", buffered: true });
    setTimeout(start, LONGEST_WAIT);
  }
}

// The app reads the end of the page.
if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
else begin();
