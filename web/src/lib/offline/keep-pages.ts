import { readPassport } from "../passport.ts";
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

let last = Promise.resolve();

/** Keeps what the passport names. One run begins when the one before has ended, well or not. */
export function keepPages(): Promise<void> {
  last = last.then(keepNow, keepNow);
  return last;
}

async function keepNow(): Promise<void> {
  // Not there in insecure contexts and in some private windows.
  if (!("serviceWorker" in navigator) || !("caches" in window)) return;
  if (readPassport().length === 0) return forgetPages();
  await Promise.all(SCOPES.map(register));
  const cache = await caches.open(PAGES);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const wanted = wantedPages();
  await Promise.all(
    kept.filter((path) => !wanted.includes(path)).map((path) => cache.delete(path)),
  );
  for (const path of wanted.filter((path) => !kept.includes(path))) {
    // Its shop may have been removed since.
    if (!wantedPages().includes(path)) continue;
    const answer = await fetch(path, { credentials: "omit" });
    // A shop's former address leads elsewhere: the list learns the new one from the API.
    if (answer.ok && !answer.redirected && wantedPages().includes(path))
      await cache.put(path, answer);
  }
}

/** Reads a page anew that this device keeps: without a network it is to show what was just changed. */
export async function renewKeptPage(path: string): Promise<void> {
  if (!("caches" in window) || !(await caches.has(PAGES))) return;
  const cache = await caches.open(PAGES);
  if (!(await cache.match(path, { ignoreVary: true }))) return;
  const answer = await fetch(path, { credentials: "omit", cache: "reload" });
  if (answer.ok && !answer.redirected) await cache.put(path, answer);
  else await cache.delete(path);
}

/** The pages of the passport as it stands now. */
function wantedPages(): string[] {
  return readPassport()
    .filter(({ gone }) => !gone)
    .slice(0, MOST_PAGES)
    .map(({ slug }) => paths.shop(slug));
}

async function register(scope: string) {
  const registration = await navigator.serviceWorker.register("/sw.js", { scope });
  // A visitor of one part alone has both workers renewed. Without a network they stay as they are.
  await registration.update().catch(() => undefined);
  // It goes on with what it could not finish.
  registration.active?.postMessage("renew");
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
