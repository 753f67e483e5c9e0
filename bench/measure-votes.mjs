import { mkdtemp, writeFile } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { writeShopsFile } from "./generate.mjs";
import { run } from "./lib/process.mjs";
import { quantile } from "./lib/statistics.mjs";
import { expectAnswer, steadily } from "./lib/steady.mjs";
import { readJson, Townperk } from "./lib/townperk.mjs";

const SHOPS = 200;
const CONNECTIONS = 64;
/** Votes per second on a busy evening, while reads are measured. */
const VOTES_PER_SECOND = 500;
const READS_PER_SECOND = 200;

/**
 * Durable votes per second over HTTP compared with SQLite's own commits per second here, in alternating rounds; and whether
 * votes slow down readers. Each vote is a visitor's first, which writes the most rows.
 * @param {string} folder @param {{ seconds: number, rounds: number, binary?: string }} options
 */
export async function measureVotes(folder, { seconds, rounds, binary }) {
  const own = await mkdtemp(join(folder, "votes-"));
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops: SHOPS, perTown: 20 });
  const townperk = new Townperk(own, { TOWNPERK_TRUSTED_PROXIES: "127.0.0.1" }, binary);
  townperk.import(file);
  await townperk.serve();
  const ids = await shopIds(townperk.url);
  const list = join(own, "shops.txt");
  await writeFile(list, `${ids.join("\n")}\n`);

  const raw = [];
  const votes = [];
  for (let round = 0; round < rounds; round += 1) {
    raw.push(Number(run("python3", [script("raw-commits.py"), own, String(seconds)])));
    const before = await voteCount(townperk.url);
    const began = performance.now();
    const output = run("wrk", [
      "-t2",
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      "--timeout",
      "60s",
      "-s",
      script("votes.lua"),
      townperk.url,
      "--",
      list,
      String(round),
    ]);
    const passed = (performance.now() - began) / 1000;
    const trouble = /Non-2xx or 3xx responses.*|Socket errors.*|.*lua.*/.exec(output);
    if (trouble) throw new Error(trouble[0]);
    // Counted in the directory, not by the client: refused votes don't count.
    votes.push(((await voteCount(townperk.url)) - before) / passed);
    console.log(`votes ${Math.round(votes.at(-1))}/s, raw commits ${Math.round(raw.at(-1))}/s`);
  }

  const { path } = await townperk.largestTown();
  const quiet = await watchReads(townperk.url + path, seconds, null);
  const busy = await watchReads(townperk.url + path, seconds, { url: townperk.url, ids });
  await townperk.stop();
  return {
    raw,
    votes,
    connections: CONNECTIONS,
    votesPerSecond: VOTES_PER_SECOND,
    reads: { quiet, busy },
  };
}

const script = (name) => new URL(`lib/${name}`, import.meta.url).pathname;

/** @param {string} url */
async function shopIds(url) {
  const towns = await readJson(`${url}/api/cities/all`);
  const lists = await Promise.all(
    towns.map(({ slug }) => readJson(`${url}/api/cities/${slug}/coffee-shops`)),
  );
  return lists.flat().map(({ id }) => id);
}

/** Total votes according to the directory. @param {string} url */
async function voteCount(url) {
  const towns = await readJson(`${url}/api/cities/all`);
  const lists = await Promise.all(
    towns.map(({ slug }) => readJson(`${url}/api/cities/${slug}/coffee-shops`)),
  );
  return lists.flat().reduce((sum, { upvoteCount }) => sum + upvoteCount, 0);
}

/**
 * Reads a town's page at a steady rate, with or without concurrent votes at a steady rate.
 * @param {string} page @param {number} seconds @param {{ url: string, ids: string[] } | null} voting
 * @returns {Promise<{ median: number, p99: number }>} milliseconds
 */
async function watchReads(page, seconds, voting) {
  // Separate connection pools: a reader must not wait for the connection of a vote that waits for the disk.
  const [agent, voters] = [1, 2].map(() => new http.Agent({ keepAlive: true, maxSockets: 32 }));
  const times = [];
  const read = async () => times.push(await expectAnswer(200, page, { agent }));
  const vote = (number) => {
    const address = `9.${(number >> 8) % 256}.${number % 256}.7`;
    const id = voting.ids[number % voting.ids.length];
    return expectAnswer(200, `${voting.url}/api/coffee-shops/${id}/upvote`, {
      agent: voters,
      method: "POST",
      headers: { "x-forwarded-for": address },
    });
  };
  const streams = [{ perSecond: READS_PER_SECOND, send: read }];
  if (voting) streams.push({ perSecond: VOTES_PER_SECOND, send: vote });
  await steadily(seconds, streams);
  agent.destroy();
  voters.destroy();
  return { median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
