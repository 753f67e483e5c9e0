import { limited } from "../../api/limits.ts";
import { followDownload } from "../follow-download.ts";
import { readPassport } from "../passport.ts";
import { paths } from "../paths.ts";

/**
 * Keeps the pages of saved shops for offline use. The service worker (`worker/passport-worker.ts`) serves them; it
 * controls no pages except these and the passport itself.
 */

/** The same name as in the worker. */
const PAGES = "passport-pages";
/** Maximum number of shop pages, about 15 KB each. The first ones in the list are kept. */
const MAX_PAGES = 60;
/** The only parts of the site for which the browser consults the worker. */
const SCOPES = ["/passport", "/coffee-shops/"];

let last = Promise.resolve();

/** Keeps the pages of the passport's shops. A run starts once the previous one has ended, successful or not. */
export function keepPages(): Promise<void> {
  last = last.then(keepNow, keepNow);
  return last;
}

async function keepNow(): Promise<void> {
  // Unavailable in insecure contexts and in some private windows.
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
    await limited(async (signal, progress) => {
      const answer = await fetch(path, { credentials: "omit", signal });
      followDownload(answer, progress);
      // A shop's former URL redirects: the list learns the new one from the API.
      if (answer.ok && !answer.redirected && wantedPages().includes(path))
        await cache.put(path, answer);
    });
  }
}

/** Fetches a kept page again, so that the offline copy shows what was just changed. */
export async function renewKeptPage(path: string): Promise<void> {
  if (!("caches" in window) || !(await caches.has(PAGES))) return;
  const cache = await caches.open(PAGES);
  if (!(await cache.match(path, { ignoreVary: true }))) return;
  await limited(async (signal, progress) => {
    const answer = await fetch(path, { credentials: "omit", cache: "reload", signal });
    followDownload(answer, progress);
    if (answer.ok && !answer.redirected) await cache.put(path, answer);
    else await cache.delete(path);
  });
}

/** The pages of the shops currently in the passport. */
function wantedPages(): string[] {
  return readPassport()
    .filter(({ gone }) => !gone)
    .slice(0, MAX_PAGES)
    .map(({ slug }) => paths.shop(slug));
}

async function register(scope: string) {
  const registration = await navigator.serviceWorker.register("/sw.js", { scope });
  // Updates both workers even if the visitor only uses one part. Offline, they stay as they are.
  await registration.update().catch(() => undefined);
  // Lets it continue what it couldn't finish.
  registration.active?.postMessage("renew");
}

/** Removes the worker and everything it kept from the device, when there is nothing left to keep. */
async function forgetPages(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all(registrations.map((registration) => registration.unregister()));
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("passport-")).map((name) => caches.delete(name)),
  );
}
