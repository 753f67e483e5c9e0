/**
 * The offline passport. Handles the passport page, the files used by it and by shops' pages, and the pages of saved
 * shops; everything else is left to the browser. Pages come from the network whenever there is one, so nobody who is
 * online sees an old page.
 *
 * The build (`build/passport-worker.ts`) puts `BUILD` and `FILES` in front of it.
 */

/** Changes with every file. */
declare const BUILD: string;
/** The URLs of the files; each contains a hash. */
declare const FILES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;

const PASSPORT = "/passport";
const SHOPS = "/coffee-shops/";
/** The part of the site that this worker handles: each part has its own worker, made from this file. */
const SCOPE = new URL(worker.registration.scope).pathname;
const KITS = `passport-kit-${SCOPE}-`;
/** This build's files, and the passport page that refers to them: they are cached together or not at all. */
const KIT = KITS + BUILD;
/** In the cache while the kept pages still belong to another build: the names of the caches that they need. */
const BEFORE = "/before";
/** Pages of saved shops, by path, added by the passport (`src/lib/offline/keep-pages.ts`). */
const PAGES = "passport-pages";
/** How long a page of which there is a kept one waits for the network, and how long a renewal may take (ms, D113). */
const PATIENCE = 8000;
/** `Vary` (for encodings) doesn't matter for cached responses, which are decoded. */
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
      const old = names.filter((name) => name.startsWith(KITS) && name !== KIT);
      if (old.length === 0) return;
      if (SCOPE === SHOPS) await (await caches.open(KIT)).put(BEFORE, Response.json(old));
      else await forget(old);
    })().then(() => {
      // No page waits for this; if the browser stops it, the passport asks again.
      void renewPages();
    }),
  );
});

worker.addEventListener("message", (event) => event.waitUntil(renewPages()));

const forget = (kits: readonly string[]) => Promise.all(kits.map((name) => caches.delete(name)));

let renewing: Promise<void> | null = null;

/** Runs once at a time, however often it is called. */
function renewPages(): Promise<void> {
  renewing ??= renewAll()
    .catch(() => undefined)
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

/** Fetches another build's pages again. That build's files are removed once no page needs them. */
async function renewAll() {
  const kit = await caches.open(KIT);
  const before = await kit.match(BEFORE);
  if (!before) return;
  const pages = await caches.open(PAGES);
  let isDone = true;
  for (const { url } of await pages.keys()) {
    const ending = new AbortController();
    const late = setTimeout(() => ending.abort(), PATIENCE);
    const answer = await fetch(url, { credentials: "omit", signal: ending.signal });
    if (answer.redirected || isGone(answer)) await pages.delete(url);
    else if (answer.ok) await pages.put(url, answer);
    else isDone = false;
    clearTimeout(late);
  }
  if (!isDone) return;
  await forget(await before.json());
  await kit.delete(BEFORE);
}

const isGone = ({ status }: Response) => status === 404 || status === 410;

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (FILES.includes(pathname)) event.respondWith(file(request, pathname));
  else if (pathname.startsWith("/assets/") && !worker.navigator.onLine)
    event.respondWith(fileOfBefore(pathname));
  else if (request.mode === "navigate" && (pathname === PASSPORT || isShop(pathname)))
    event.respondWith(page(event, pathname));
});

const isShop = (pathname: string) => /^\/coffee-shops\/[^/]+$/.test(pathname);

async function file(request: Request, pathname: string): Promise<Response> {
  const kit = await caches.open(KIT);
  return (await kit.match(pathname, ANY)) ?? fetch(request);
}

/** A kept page from another build refers to that build's files. */
async function fileOfBefore(pathname: string): Promise<Response> {
  return (await caches.match(pathname, ANY)) ?? Response.error();
}

/** The page from the network; a kept one if none comes, none comes in time, or a proxy says that the server is away. */
async function page(event: FetchEvent, pathname: string): Promise<Response> {
  const asked = fetch(event.request);
  const late = new Promise<"late">((tell) => setTimeout(tell, PATIENCE, "late"));
  const answer = await Promise.race([asked, late]).catch(() => null);
  if (answer instanceof Response && !isAway(answer)) return renewed(event, pathname, answer);
  const kept = await caches.open(pathname === PASSPORT ? KIT : PAGES);
  const found = await kept.match(pathname, ANY);
  if (found) {
    // An answer that comes too late, or never, is nobody's.
    asked.catch(() => undefined);
    return isShop(pathname) ? marked(pathname, found) : found;
  }
  // Without a kept page, it's the browser's as anywhere else.
  return asked.then(
    (answer) => renewed(event, pathname, answer),
    () => Response.error(),
  );
}

/** What a proxy answers whose server is away. */
const isAway = ({ status }: Response) => status >= 502 && status <= 504;

function renewed(event: FetchEvent, pathname: string, answer: Response): Response {
  if (isShop(pathname)) event.waitUntil(renewPage(pathname, answer.clone()));
  return answer;
}

/**
 * A kept page, marked for its script (`src/components/passport-buttons.tsx`) and for the style sheet, which hides what
 * was only true that day.
 */
async function marked(pathname: string, page: Response): Promise<Response> {
  const date = page.headers.get("date");
  // biome-ignore lint/plugin: a given day, not the present one
  const day = date && new Date(date).toLocaleDateString("en-US", { dateStyle: "medium" });
  const html = await page.text();
  const headers = new Headers(page.headers);
  // These headers describe the original body.
  headers.delete("content-encoding");
  headers.delete("content-length");
  const mark = `<html data-kept="${pathname}" data-kept-on="${day ?? "an earlier day"}" data-stale `;
  return new Response(html.replace("<html ", mark), { headers });
}

/** Updates a kept page after it was fetched again, or removes it if it is gone. */
async function renewPage(pathname: string, answer: Response) {
  const pages = await caches.open(PAGES);
  if (!(await pages.match(pathname, ANY))) return;
  if (answer.ok) await pages.put(pathname, answer);
  else if (isGone(answer)) await pages.delete(pathname);
}
