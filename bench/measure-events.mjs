import { mkdtemp, writeFile } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { writeShopsFile } from "./generate.mjs";
import { run, runBeside } from "./lib/process.mjs";
import { quantile } from "./lib/statistics.mjs";
import { ask, expectAnswer, steadily } from "./lib/steady.mjs";
import { readJson, Townperk } from "./lib/townperk.mjs";

const SHOPS = 200;
const CONNECTIONS = 64;
/** Events per minute, and for how long. */
const PER_MINUTE = 100_000;
const MINUTE = 60;
const READS_PER_SECOND = 200;
/** Each may send 600 events in ten minutes. */
const NETWORKS = 50_000;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/**
 * Events over HTTP, with concurrent readers: a steady 100,000 per minute, as many as the server answers, and a flood from
 * one network. After each, the server is stopped and the rows in its database are counted: every event answered with 202
 * must be there, although it was only in memory at that time.
 * @param {string} folder @param {{ seconds: number, binary?: string }} options
 */
export async function measureEvents(folder, { seconds, binary }) {
  const own = await mkdtemp(join(folder, "events-"));
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops: SHOPS, perTown: 20 });
  const townperk = new Townperk(own, { TOWNPERK_TRUSTED_PROXIES: "127.0.0.1" }, binary);
  townperk.import(file);
  await townperk.serve();
  const { path } = await townperk.largestTown();
  const bodies = await someEvents(townperk.url);
  const list = join(own, "events.txt");
  await writeFile(list, `${bodies.join("\n")}\n`);
  const quiet = await readsBeside(townperk.url + path, seconds);
  await townperk.stop();

  /** Runs `send` with concurrent reads, stops the server and counts. */
  async function measure(name, lasts, send) {
    const before = counted(own);
    await townperk.serve();
    const page = townperk.url + path;
    await expectAnswer(200, page, {});
    const [events, reads] = await Promise.all([
      send(townperk.url, lasts),
      readsBeside(page, lasts),
    ]);
    await townperk.stop();
    const row = { name, seconds: lasts, ...events, counted: counted(own) - before, reads };
    console.log(
      `events, ${name}: ${row.sent} sent, ${row.taken} taken, ${row.refused} refused, ${row.counted} counted`,
    );
    return row;
  }

  return {
    quiet,
    connections: CONNECTIONS,
    steady: await measure("100,000 in a minute, steadily", MINUTE, (url, lasts) =>
      sendSteadily(url, lasts, bodies),
    ),
    full: await measure("as fast as they are answered", seconds, (url, lasts) =>
      sendAll(url, lasts, list, NETWORKS),
    ),
    flood: await measure("a flood from one network", seconds, (url, lasts) =>
      sendAll(url, lasts, list, 1),
    ),
  };
}

const script = (name) => new URL(`lib/${name}`, import.meta.url).pathname;

const counted = (own) =>
  Number(run("python3", [script("event-counts.py"), join(own, "data", "townperk.sqlite")]));

/**
 * Views of towns and shops, clicks and searches, as sent by browsers.
 * @param {string} url @returns {Promise<string[]>}
 */
async function someEvents(url) {
  const towns = await readJson(`${url}/api/cities/all`);
  const lists = await Promise.all(
    towns.map(({ slug }) => readJson(`${url}/api/cities/${slug}/coffee-shops`)),
  );
  const events = [
    ...towns.map(({ id, slug }) => ({
      eventType: "page_view",
      page: `/cities/${slug}`,
      cityId: id,
    })),
    ...lists.flat().flatMap(({ id, name }, index) => [
      { eventType: "page_view", coffeeShopId: id },
      { eventType: "website_click", coffeeShopId: id },
      { eventType: "search", query: name, results: index },
    ]),
  ];
  return events.map((event) => JSON.stringify(event));
}

/** @param {string} url @param {number} seconds @param {string[]} bodies */
async function sendSteadily(url, seconds, bodies) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const answers = [];
  const send = async (number) => {
    const network = number % NETWORKS;
    const headers = {
      "content-type": "application/json",
      "user-agent": BROWSER,
      "x-forwarded-for": `${11 + (network >> 16)}.${(network >> 8) % 256}.${network % 256}.7`,
    };
    const body = bodies[number % bodies.length];
    const to = `${url}/api/analytics/track`;
    answers.push(await ask(to, { agent, method: "POST", headers, body }));
  };
  await steadily(seconds, [{ perSecond: PER_MINUTE / 60, send }]);
  agent.destroy();
  const of = (wanted) => answers.filter(({ status }) => status === wanted).length;
  const times = answers.map(({ milliseconds }) => milliseconds);
  return { sent: answers.length, taken: of(202), refused: of(429), p99: quantile(times, 0.99) };
}

/** @param {string} url @param {number} seconds @param {string} list @param {number} networks */
async function sendAll(url, seconds, list, networks) {
  const threads = ["-t2", `-c${CONNECTIONS}`, `-d${seconds}s`, "--timeout", "60s"];
  const words = [...threads, "-s", script("events.lua"), url, "--", list, String(networks)];
  const output = await runBeside("wrk", words);
  const found = /^\{.*\}$/m.exec(output);
  if (!found) throw new Error(output);
  const { answered, refused, broken, p99 } = JSON.parse(found[0]);
  if (broken > 0) throw new Error(`${broken} events were not answered`);
  return { sent: answered, taken: answered - refused, refused, p99 };
}

/** @param {string} page @param {number} seconds @returns {Promise<{ median: number, p99: number }>} milliseconds */
async function readsBeside(page, seconds) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
  const times = [];
  const send = async () => times.push(await expectAnswer(200, page, { agent }));
  await steadily(seconds, [{ perSecond: READS_PER_SECOND, send }]);
  agent.destroy();
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
