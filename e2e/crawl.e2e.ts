import { crawl, localPath, sharedShingles, type Visit } from "./crawl.ts";
import { expect, test } from "./fixtures.ts";
import { faultsOfData } from "./structured-data.ts";

/** Search engines cut longer titles; a town's or shop's own name may exceed this. */
const TITLE = 60;

/** Two town pages may share less than this fraction of their text outside headings (checklist S18). */
const MAX_SHARED = 0.6;

test("every page of the site holds what search engines and people expect", async ({
  page,
  request,
  server: { url },
}) => {
  test.setTimeout(240_000);
  await page.goto(`${url}/terms`);
  const { visits, files } = await crawl(page, request, url);
  const pages = visits.filter(({ status, facts }) => status === 200 && facts !== null);
  const indexed = pages.filter(({ facts }) => !facts?.robots?.includes("noindex"));
  const listed = await readSitemap(url);
  const faults: string[] = [];
  const complain = (path: string, what: string) => faults.push(`${path}: ${what}`);

  for (const { path, status, from } of visits) {
    if (status !== 200) complain(path, `answers ${status}, linked from ${from}`);
  }
  for (const visit of visits) for (const fault of faultsOfHead(visit)) complain(visit.path, fault);
  for (const { path, facts } of pages) {
    for (const fault of facts?.faults ?? []) complain(path, fault);
    for (const fault of faultsOfData(facts?.data ?? [], url)) complain(path, fault);
  }

  for (const what of ["titles", "descriptions"] as const) {
    const first = new Map<string, string>();
    for (const { path, facts } of indexed) {
      const text = facts?.[what][0] ?? "";
      const other = first.get(text);
      if (other !== undefined) complain(path, `${what}: the same as ${other}: ${text}`);
      first.set(text, path);
    }
  }

  const reached = new Map(visits.map((visit) => [visit.path, visit]));
  for (const address of listed) {
    const path = localPath(address, url) ?? "";
    const visit = reached.get(path);
    if (!visit) complain(path, "stands in the sitemap and no page links to it");
    else if (visit.facts?.robots?.includes("noindex"))
      complain(path, "stands in the sitemap and is noindex");
    else if (visit.facts?.canonicals[0] !== address)
      complain(path, "stands in the sitemap and is not canonical");
  }
  const inSitemap = new Set(listed);
  for (const { path } of indexed)
    if (!path.includes("?") && !inSitemap.has(url + path))
      complain(path, "may be indexed and is missing from the sitemap");

  const pictures = new Set(pages.flatMap(({ facts }) => facts?.pictures ?? []));
  const named = [...files.keys(), ...[...pictures].map((address) => localPath(address, url) ?? "")];
  for (const path of named) {
    const answer = await request.get(url + path, { maxRedirects: 0 });
    if (!answer.ok()) complain(path, `a file that answers ${answer.status()}`);
  }

  const towns = pages.filter(({ path }) => /^\/cities\/[^/?]+$/.test(path));
  let mostShared = 0;
  for (const one of towns)
    for (const other of towns) {
      if (one === other) continue;
      const shared = sharedShingles(one.facts?.text ?? "", other.facts?.text ?? "");
      mostShared = Math.max(mostShared, shared);
      if (shared >= MAX_SHARED)
        complain(one.path, `shares ${Math.round(shared * 100)} % with ${other.path}`);
    }

  const depth = (pattern: RegExp) =>
    Math.max(...pages.filter(({ path }) => pattern.test(path)).map(({ clicks }) => clicks));
  const long = indexed.filter(({ facts }) => (facts?.titles[0]?.length ?? 0) > TITLE).length;
  console.log(
    [
      `${visits.length} addresses`,
      `${pages.length} pages`,
      `${indexed.length} for indexes`,
      `${listed.length} in the sitemap`,
      `${named.length} files, of them ${pictures.size} social pictures`,
      `shops at most ${depth(/^\/coffee-shops\//)} clicks from home`,
      `${long} titles above ${TITLE} characters`,
      `two towns share at most ${Math.round(mostShared * 100)} %`,
      `${faults.length} faults`,
    ].join("; "),
  );
  expect(faults.slice(0, 40)).toEqual([]);
  expect(towns.length).toBeGreaterThan(50);
  expect(depth(/^\/coffee-shops\//), "clicks from home to a shop").toBeLessThanOrEqual(3);
});

/** Checks what every page has exactly once. */
function faultsOfHead({ facts, status }: Visit): string[] {
  if (!facts) return [];
  const faults: string[] = [];
  const once = { titles: "title", descriptions: "description", headings: "h1" } as const;
  for (const [key, name] of Object.entries(once)) {
    const found = facts[key as keyof typeof once];
    if (found.length !== 1 || !found[0]?.trim()) faults.push(`${name}: ${JSON.stringify(found)}`);
  }
  const isIndexed = status === 200 && !facts.robots?.includes("noindex");
  if (facts.canonicals.length > 1 || (isIndexed && facts.canonicals.length === 0))
    faults.push(`canonical: ${JSON.stringify(facts.canonicals)}`);
  if (facts.lang !== "en") faults.push(`lang: ${facts.lang}`);
  if (facts.viewports !== 1) faults.push(`${facts.viewports} viewports`);
  if (facts.pictures.length !== 1) faults.push(`${facts.pictures.length} social pictures`);
  if (status !== 200 && !facts.robots?.includes("noindex")) faults.push(`${status} and indexed`);
  if (status === 200 && /not found/i.test(facts.headings[0] ?? ""))
    faults.push("says that it was not found, with status 200");
  return faults;
}

async function readSitemap(url: string): Promise<string[]> {
  const locations = async (address: string) => {
    const answer = await fetch(address);
    expect(answer.status, address).toBe(200);
    const text = await answer.text();
    return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location = ""]) => location);
  };
  const pages: string[] = [];
  for (const file of await locations(`${url}/sitemap.xml`)) {
    const found = await locations(file);
    expect(found.length).toBeLessThanOrEqual(50_000);
    pages.push(...found);
  }
  return pages;
}
