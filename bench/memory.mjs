// Entries and size of the response cache, and the speed of mixed reads and votes over more pages than fit: compares
// builds, one after the other, in one run. Prints a table.
// usage: node bench/memory.mjs --build NAME=BINARY [--build NAME=BINARY] [--shops 40000] [--megabytes 256] [--seconds 600]
// The database is SQLite, or the one in TOWNPERK_TEST_POSTGRES_URL (scripts/with-postgres.sh).

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomFrom, writeShopsFile } from "./generate.mjs";
import { get } from "./lib/http.mjs";
import { residentBytes, run } from "./lib/process.mjs";
import { quantile } from "./lib/statistics.mjs";
import { ask, steadily } from "./lib/steady.mjs";
import { readJson, Townperk } from "./lib/townperk.mjs";

const { values } = parseArgs({
  options: {
    build: { type: "string", multiple: true },
    shops: { type: "string", default: "40000" },
    megabytes: { type: "string", default: "256" },
    seconds: { type: "string", default: "600" },
  },
});
const shops = Number(values.shops);
const builds = (values.build ?? []).map((build) => build.split("="));
if (builds.length === 0) throw new Error("name a build: --build NAME=BINARY");

const PER_TOWN = 20;
/** Concurrent readers, as with crawlers. */
const READERS = 8;
/** Points requested only once. */
const POINTS = 100_000;
const server = process.env.TOWNPERK_TEST_POSTGRES_URL;

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
const headers = { "accept-encoding": "br" };
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
const count = (value) => Math.round(value).toLocaleString("en-US");
const millis = (times, share) => `${quantile(times, share).toFixed(1)} ms`;

/** Reads all addresses, several concurrently. @param {Townperk} townperk @param {string[]} paths */
async function crawl(townperk, paths) {
  const times = [];
  const counted = () =>
    Promise.all(
      ["hit", "miss"].map((met) => townperk.metric(`townperk_response_cache_total{met="${met}"}`)),
    );
  const before = await counted();
  let next = 0;
  const reader = async () => {
    while (next < paths.length) {
      const path = paths[next];
      next += 1;
      const { status, milliseconds } = await ask(townperk.url + path, { agent, headers });
      if (status >= 500) throw new Error(`${path} answered ${status}`);
      times.push(milliseconds);
    }
  };
  await Promise.all(Array.from({ length: READERS }, reader));
  const [hits, misses] = (await counted()).map((now, index) => now - (before[index] || 0));
  return { times, hits, misses };
}

/** Slugs of all shops, town by town. @param {Townperk} townperk */
async function everyShop(townperk) {
  const slugs = [];
  for (const town of await readJson(`${townperk.url}/api/cities/all`)) {
    const list = await readJson(`${townperk.url}/api/cities/${town.slug}/coffee-shops`);
    slugs.push(...list.map(({ id, slug }) => ({ id, slug })));
  }
  return slugs;
}

/** @param {string} folder @param {string} name @param {string} binary */
async function measure(folder, name, binary) {
  const own = await mkdtemp(join(folder, "memory-"));
  await mkdir(join(own, "data"), { mode: 0o700 });
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops, perTown: PER_TOWN });
  const settings = { TOWNPERK_CACHE_MEGABYTES: values.megabytes };
  if (server) {
    const database = `memory_${name}`.toLowerCase();
    for (const statement of [`DROP DATABASE IF EXISTS ${database}`, `CREATE DATABASE ${database}`])
      run("psql", [server, "-qc", statement]);
    const address = new URL(server);
    address.pathname = `/${database}`;
    settings.TOWNPERK_DATABASE_URL = address.href;
  }
  const townperk = new Townperk(own, settings, binary);
  townperk.import(file);
  await townperk.serve();
  const all = await everyShop(townperk);
  // Started anew, so that the cache holds nothing but the pages.
  await townperk.stop();
  await townperk.serve();
  const paths = all.map(({ slug }) => `/coffee-shops/${slug}`);
  const page = await get(townperk.url + paths[0]);
  const empty = residentBytes(townperk.pid);

  const first = await crawl(townperk, paths);
  const second = await crawl(townperk, paths);
  const entries = await townperk.metric("townperk_response_cache_entries");
  const bytes = await townperk.metric("townperk_response_cache_bytes");
  const full = residentBytes(townperk.pid);

  const random = randomFrom(7);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const [reads, votes, failures] = [[], [], []];
  await steadily(Number(values.seconds), [
    {
      perSecond: 200,
      send: async (number) => {
        const path = number % 20 === 0 ? `/search?q=${pick(all).slug.split("-")[0]}` : pick(paths);
        const { status, milliseconds } = await ask(townperk.url + path, { agent, headers });
        if (status !== 200) failures.push(status);
        reads.push(milliseconds);
      },
    },
    {
      perSecond: 20,
      send: async () => {
        const path = `/api/coffee-shops/${pick(all).id}/upvote`;
        const { status, milliseconds } = await ask(townperk.url + path, { agent, method: "POST" });
        // Responses from rate limits aren't failures.
        if (status !== 200 && status !== 429) failures.push(status);
        votes.push(milliseconds);
      },
    },
  ]);
  const shells = await townperk.metric("townperk_render_failures_total");

  const points = Array.from(
    { length: POINTS },
    (_, number) => `/api/geo/reverse?lat=31.${String(number).padStart(6, "0")}&lon=-92.4`,
  );
  await crawl(townperk, points);
  const flooded = residentBytes(townperk.pid);
  await townperk.stop();
  await rm(own, { recursive: true });
  return {
    name,
    "a shop's page, as sent (Brotli)": `${count(page.body.length)} bytes`,
    "pages that the cache holds": `${count(entries)} of ${count(paths.length)}`,
    "a page in the cache, by its own account": `${count(bytes / entries)} bytes`,
    "a page in the cache, by the process's memory": `${count((full - empty) / entries)} bytes`,
    "second crawl from memory": `${((100 * second.hits) / paths.length).toFixed(1)} %`,
    "p50, p99 of the first crawl": `${millis(first.times, 0.5)}, ${millis(first.times, 0.99)}`,
    "p50, p99 of the second": `${millis(second.times, 0.5)}, ${millis(second.times, 0.99)}`,
    "memory: empty, full": `${megabytes(empty)}, ${megabytes(full)}`,
    "mixed load, reads: p50, p99": `${millis(reads, 0.5)}, ${millis(reads, 0.99)}`,
    "mixed load, votes: p50, p99": `${millis(votes, 0.5)}, ${millis(votes, 0.99)}`,
    "mixed load: errors, shells": `${failures.length}, ${Number.isNaN(shells) ? 0 : shells}`,
    [`memory after ${count(POINTS)} points`]: megabytes(flooded),
  };
}

const folder = await mkdtemp(join(tmpdir(), "townperk-memory-"));
try {
  const sides = [];
  for (const [name, binary] of builds) sides.push(await measure(folder, name, binary));
  const rows = Object.keys(sides[0]).filter((key) => key !== "name");
  console.log(`
${count(shops)} shops in towns of ${PER_TOWN}, cache of ${values.megabytes} MB, ${server ? "PostgreSQL" : "SQLite"}; mixed load for ${values.seconds} s: 200 reads/s, 20 votes/s

| | ${sides.map(({ name }) => name).join(" | ")} |
|---|${"---|".repeat(sides.length)}
${rows.map((row) => `| ${row} | ${sides.map((side) => side[row]).join(" | ")} |`).join("\n")}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
