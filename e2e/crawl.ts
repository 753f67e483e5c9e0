import type { APIRequestContext, Page } from "@playwright/test";

/** What a page contains, read from its HTML by the browser's parser. */
export interface PageFacts {
  titles: string[];
  descriptions: string[];
  canonicals: string[];
  robots: string | null;
  headings: string[];
  lang: string | null;
  viewports: number;
  /** Addresses of the social image. */
  pictures: string[];
  /** Links that crawlers follow, absolute, as written. */
  links: string[];
  /** Files that the page loads or refers to. */
  files: string[];
  /** Links to other sites without `noopener`, and images without dimensions. */
  faults: string[];
  data: string[];
  /** Text of `main` without headings, for comparing towns. */
  text: string;
}

/** One visited address. */
export interface Visit {
  path: string;
  status: number;
  /** Number of links from the home page to this one. */
  clicks: number;
  /** The page it was first found on. */
  from: string;
  facts: PageFacts | null;
}

/** Visits every page that crawlers can reach by links from the home page. */
export async function crawl(page: Page, request: APIRequestContext, origin: string) {
  const visits = new Map<string, Visit>();
  const files = new Map<string, string>();
  let wave = [{ path: "/", from: "/" }];
  for (let clicks = 0; wave.length > 0; clicks += 1) {
    const next = new Map<string, string>();
    for (const { path, from } of wave) {
      const visit = await visitPage(page, request, origin, path);
      visits.set(path, { ...visit, clicks, from });
      for (const link of visit.facts?.links ?? []) {
        const target = localPath(link, origin);
        if (target !== null && !visits.has(target) && !next.has(target)) next.set(target, path);
      }
      for (const file of visit.facts?.files ?? []) {
        const target = localPath(file, origin);
        if (target !== null) files.set(target, path);
      }
    }
    wave = [...next].filter(([path]) => !visits.has(path)).map(([path, from]) => ({ path, from }));
  }
  for (const path of visits.keys()) files.delete(path);
  return { visits: [...visits.values()], files };
}

async function visitPage(page: Page, request: APIRequestContext, origin: string, path: string) {
  const answer = await request.get(origin + path, { maxRedirects: 0 });
  const { "content-type": type, "x-robots-tag": robots } = answer.headers();
  // Client-rendered pages send "noindex" as a header, not in the document.
  const isPage = type?.startsWith("text/html") && robots !== "noindex";
  const facts = isPage ? await page.evaluate(factsOf, [await answer.text(), origin + path]) : null;
  return { path, status: answer.status(), facts };
}

/** Path and query of an address on this site, without the fragment. */
export function localPath(address: string, origin: string): string | null {
  const url = new URL(address);
  return url.origin === origin ? url.pathname + url.search : null;
}

/** Runs in the browser. */
function factsOf([html = "", address = ""]: string[]): PageFacts {
  const page = new DOMParser().parseFromString(html, "text/html");
  const all = (selector: string) => [...page.querySelectorAll(selector)];
  const attributes = (selector: string, name: string) =>
    all(selector).map((element) => element.getAttribute(name) ?? "");
  const absolute = (path: string) => new URL(path, address).href;
  const faults: string[] = [];
  for (const link of all("a[href^='http']")) {
    const { origin } = new URL(link.getAttribute("href") ?? "");
    if (origin !== new URL(address).origin && !link.getAttribute("rel")?.includes("noopener"))
      faults.push(`a link to ${origin} without noopener`);
  }
  for (const image of all("img:not([width]), img:not([height]), img:not([alt])"))
    faults.push(`an image without size or alternative: ${image.getAttribute("src")}`);
  const ids = attributes("[id]", "id");
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at)))
    faults.push(`the id ${id} stands twice`);
  const data = all("script[type='application/ld+json']").map((block) => block.textContent ?? "");
  const main = page.querySelector("main")?.cloneNode(true);
  if (main instanceof Element)
    for (const part of main.querySelectorAll("h1, h2, h3, script, style, svg, .card, nav"))
      part.remove();
  return {
    titles: all("head > title").map((title) => title.textContent ?? ""),
    descriptions: attributes("meta[name='description']", "content"),
    canonicals: attributes("link[rel='canonical']", "href"),
    robots: page.querySelector("meta[name='robots']")?.getAttribute("content") ?? null,
    headings: all("h1").map((heading) => heading.textContent ?? ""),
    lang: page.documentElement.lang,
    viewports: all("meta[name='viewport']").length,
    pictures: attributes("meta[property='og:image']", "content"),
    links: attributes("a[href]:not([rel~='nofollow'])", "href")
      .filter((href) => !/^(mailto|tel):/.test(href))
      .map(absolute),
    files: [
      ...attributes("link[href]:not([rel='canonical'])", "href"),
      ...attributes("script[src], img[src]", "src"),
    ].map(absolute),
    faults,
    data,
    text: (main?.textContent ?? "").replace(/\s+/g, " ").trim(),
  };
}

/** The fraction of `one`'s five-word shingles that `other` contains too. */
export function sharedShingles(one: string, other: string): number {
  const [mine, theirs] = [shingles(one), shingles(other)];
  const shared = [...mine].filter((shingle) => theirs.has(shingle)).length;
  return mine.size === 0 ? 0 : shared / mine.size;
}

function shingles(text: string): Set<string> {
  const words = text.toLowerCase().split(" ");
  return new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(" ")));
}
