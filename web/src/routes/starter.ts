/**
 * Starts the app on a page from the server once the page is on the screen. The page is complete without scripts; on a
 * slow line they would take their share from its style sheet and fonts. The server names the entry and the other modules
 * of the page in this script's tag, so that they load side by side.
 */
const [entry = "", ...others] =
  document.querySelector<HTMLScriptElement>("script[data-modules]")?.dataset.modules?.split(" ") ??
  [];

/** Some browsers don't say when they paint. */
const LONGEST_WAIT = 1000;

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

// A page in the background isn't painted.
if (document.hidden) start();
else {
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  setTimeout(start, LONGEST_WAIT);
}
