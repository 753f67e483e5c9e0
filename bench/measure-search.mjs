import { readFileSync } from "node:fs";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { get } from "./lib/http.mjs";
import { answering, residentBytes } from "./lib/process.mjs";
import { quantile } from "./lib/statistics.mjs";
import { readJson, Townperk } from "./lib/townperk.mjs";

const QUERIES = readFileSync(new URL("queries.txt", import.meta.url), "utf8")
  .trimEnd()
  .split("\n");
const ROUNDS = 3;
/** Addresses per kind, all different, so that none is cached. */
const READS = 1000;
const PAGES = 150;
/** Maximum shops per page of a list. */
const LARGEST_PAGE = 100;

/** Search parameters that the index can't decide alone. */
const FILTERS = { "open now": "&openNow=true", "within 50 miles": "&lat=38.5&lon=-92.5&radius=50" };

/**
 * Searches, reads and pages of an installation that already has its shops, each requested for the first time.
 * @param {string} folder  what `measureImport` left behind @param {number} shops
 */
export async function measureSearch(folder, shops) {
  const townperk = new Townperk(folder);
  const began = performance.now();
  const server = await townperk.launch();
  await answering(`${townperk.url}/readyz`, server, 600);
  const ready = (performance.now() - began) / 1000;
  while (!((await townperk.metric("townperk_search_shops")) >= shops * 0.999)) await sleep(20);
  const complete = (performance.now() - began) / 1000;
  await sleep(2000);
  const bytes = residentBytes(townperk.pid);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path) => {
    const { status, milliseconds } = await get(townperk.url + path, agent);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return milliseconds;
  };
  const queries = {};
  for (const [name, filter] of [["plain", ""], ...Object.entries(FILTERS)]) {
    // The first round warms up what is loaded on demand. Responses are cached for one second; a round takes longer.
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const times = [];
      for (const query of QUERIES)
        times.push(await ask(`/api/search?q=${encodeURIComponent(query)}${filter}`));
      rounds.push(times);
      await sleep(1100);
    }
    queries[name] = { first: rounds[0], later: rounds.slice(1).flat() };
  }
  const { reads, pages } = await uncached(townperk, ask);
  agent.destroy();
  await townperk.stop();
  console.log(
    `${shops} shops: search p99 ${quantile(queries.plain.later, 0.99).toFixed(1)} ms, complete after ${complete.toFixed(1)} s`,
  );
  return { shops, ready, complete, bytes, queries, reads, pages };
}

/**
 * Reads and pages of towns and shops, each requested once.
 * @param {Townperk} townperk @param {(path: string) => Promise<number>} ask
 */
async function uncached(townperk, ask) {
  const towns = await readJson(`${townperk.url}/api/cities/all`);
  const some = towns.filter((_, number) => number % Math.ceil(towns.length / READS) === 0);
  const reads = { city: [], shop: [] };
  const pages = { city: [], shop: [] };
  const slugs = [];
  for (let number = 0; number < READS; number += 1) {
    const town = some[number % some.length];
    // A different page size makes it a different address.
    const size = 20 + Math.floor(number / some.length);
    if (size > LARGEST_PAGE) break;
    const path = `/api/cities/${town.slug}/coffee-shops?page=1&pageSize=${size}`;
    reads.city.push(await ask(path));
    if (slugs.length < READS) {
      const { items } = await readJson(townperk.url + path);
      slugs.push(...items.map(({ slug }) => slug).filter((slug) => !slugs.includes(slug)));
    }
  }
  for (const slug of slugs.slice(PAGES, READS))
    reads.shop.push(await ask(`/api/coffee-shops/${slug}`));
  for (let number = 0; number < PAGES; number += 1) {
    const town = some[number % some.length];
    const page = 1 + (Math.floor(number / some.length) % 2);
    const path = `/cities/${town.slug}${page === 1 ? "" : `?page=${page}`}`;
    if (number < some.length * 2) pages.city.push(await ask(path));
    if (slugs[number]) pages.shop.push(await ask(`/coffee-shops/${slugs[number]}`));
  }
  return { reads, pages };
}
