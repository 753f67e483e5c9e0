import type { Passport } from "../passport.ts";
import { paths } from "../paths.ts";

/**
 * Keeps the pages of saved shops for the time without a network. The worker (`worker/passport-worker.ts`) hands them
 * out; it governs no pages but these and the passport itself.
 */

/** As the worker names it. */
const PAGES = "passport-pages";
/** Pages of shops at most, some 15 KB each. The first of the list are kept. */
const MOST_PAGES = 60;
/** The only parts of the site in which the browser asks the worker. */
const SCOPES = ["/passport", "/coffee-shops/"];

export async function keepPages(passport: Passport): Promise<void> {
  // Not there in insecure contexts and in some private windows.
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  if (passport.length === 0) return forgetPages();
  const wanted = passport
    .filter(({ gone }) => !gone)
    .slice(0, MOST_PAGES)
    .map(({ slug }) => paths.shop(slug));
  await Promise.all(SCOPES.map((scope) => navigator.serviceWorker.register("/sw.js", { scope })));
  const cache = await caches.open(PAGES);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await Promise.all(
    kept.filter((path) => !wanted.includes(path)).map((path) => cache.delete(path)),
  );
  for (const path of wanted.filter((path) => !kept.includes(path))) {
    const answer = await fetch(path, { credentials: "omit" });
    // A shop's former address leads elsewhere: the list learns the new one from the API.
    if (answer.ok && !answer.redirected) await cache.put(path, answer);
  }
}

/** Takes the worker and all that it kept off the device, when nothing is left to keep. */
async function forgetPages(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("passport-")).map((name) => caches.delete(name)),
  );
}
