/**
 * The passport without a network. It answers for the passport's page, the files that this page and shops' pages load,
 * and the pages of kept shops; everything else goes its way as if there were no worker. A page comes from the network
 * whenever there is one, so nobody who is online sees an old page.
 *
 * The build (`build/passport-worker.ts`) puts `BUILD` and `FILES` in front of it.
 */

/** Changes with every file. */
declare const BUILD: string;
/** The addresses of the files; each has a hash in its name. */
declare const FILES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;

const PASSPORT = "/passport";
/** This build's files, and the passport's page that names them: they fit together or are not there. */
const KIT = `passport-kit-${BUILD}`;
/** Pages of kept shops, by path. The passport puts them there (`src/lib/offline/keep-pages.ts`). */
const PAGES = "passport-pages";
/** What servers vary their answers by (encodings) does not matter for what lies decoded. */
const ANY = { ignoreVary: true };

worker.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const kit = await caches.open(KIT);
      await kit.addAll([...FILES, new Request(PASSPORT, { cache: "reload", credentials: "omit" })]);
      await worker.skipWaiting();
    })(),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith("passport-kit-") && name !== KIT);
      if (old.length === 0) return;
      await renewPages();
      await Promise.all(old.map((name) => caches.delete(name)));
    })(),
  );
});

/** Pages of another build name files that are no longer kept. */
async function renewPages() {
  const pages = await caches.open(PAGES);
  for (const { url } of await pages.keys()) {
    const answer = await fetch(url, { credentials: "omit" }).catch(() => null);
    if (answer?.ok && !answer.redirected) await pages.put(url, answer);
    else await pages.delete(url);
  }
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(file(request, pathname));
  else if (request.mode === "navigate" && (pathname === PASSPORT || isShop(pathname)))
    event.respondWith(page(event, pathname));
});

const isShop = (pathname: string) => /^\/coffee-shops\/[^/]+$/.test(pathname);

async function file(request: Request, pathname: string): Promise<Response> {
  const kit = await caches.open(KIT);
  return (await kit.match(pathname, ANY)) ?? fetch(request);
}

async function page(event: FetchEvent, pathname: string): Promise<Response> {
  try {
    const answer = await fetch(event.request);
    if (isShop(pathname)) event.waitUntil(renewPage(pathname, answer.clone()));
    return answer;
  } catch {
    const kept = await caches.open(pathname === PASSPORT ? KIT : PAGES);
    return (await kept.match(pathname, ANY)) ?? Response.error();
  }
}

/** A kept page that was read anew is kept as it is now; one that is gone is forgotten. */
async function renewPage(pathname: string, answer: Response) {
  const pages = await caches.open(PAGES);
  if (!(await pages.match(pathname, ANY))) return;
  if (answer.ok) await pages.put(pathname, answer);
  else if (answer.status === 404 || answer.status === 410) await pages.delete(pathname);
}
