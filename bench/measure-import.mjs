import { mkdtemp, stat } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeShopsFile } from "./generate.mjs";
import { get } from "./lib/http.mjs";
import { residentBytes } from "./lib/process.mjs";
import { quantile } from "./lib/statistics.mjs";
import { Townperk } from "./lib/townperk.mjs";

/** Interval between requests to the server during the import. */
const PAUSE = 100;
/** The list's name: without one it would be nobody's, and have no editions. */
const SOURCE = "bench";

/**
 * Imports a CSV table into an empty SQLite database next to a running server, which is measured meanwhile; then the same
 * table as the source's next edition, which is read twice and changes nothing. Keeps the data for other measurements.
 * @param {string} folder @param {{ shops: number, perTown: number }} options
 */
export async function measureImport(folder, { shops, perTown }) {
  const own = await mkdtemp(join(folder, "import-"));
  const file = join(own, "shops.csv");
  await writeShopsFile(file, { shops, perTown, format: "csv" });
  const townperk = new Townperk(own);
  await townperk.serve();
  const agent = new http.Agent({ keepAlive: true });
  const answers = [];
  let running = true;
  const asking = (async () => {
    for (let number = 0; running; number += 1, await sleep(PAUSE)) {
      const path = number % 2 === 0 ? "/" : `/api/search?q=${number}`;
      const { status, milliseconds } = await get(townperk.url + path, agent);
      if (status !== 200) throw new Error(`${path} answered ${status} during the import`);
      answers.push(milliseconds);
    }
  })();
  const first = await townperk.importWatched(file, SOURCE);
  const behind = await untilVisible(townperk, shops);
  running = false;
  await asking;
  console.log(`import of ${shops} records: ${first.seconds.toFixed(1)} s`);
  const second = await townperk.importWatched(file, SOURCE);
  const unchanged = counted(second.output, "unchanged");
  const toReview = counted(second.output, "to review");
  // Anything else was lost or written again.
  if (unchanged + toReview !== shops)
    throw new Error(`of ${shops} records the second import knew others:\n${second.output}`);
  const serverBytes = residentBytes(townperk.pid);
  agent.destroy();
  await townperk.stop();
  return {
    folder: own,
    shops,
    perTown,
    bytes: (await stat(file)).size,
    seconds: first.seconds,
    peaks: first.peaks,
    behind,
    answers: { count: answers.length, p99: quantile(answers, 0.99) },
    again: { seconds: second.seconds, peaks: second.peaks, unchanged, toReview },
    serverBytes,
  };
}

/** A number of an import's summary. @param {string} output @param {string} result */
const counted = (output, result) => Number(new RegExp(`${result}\\s+(\\d+)`).exec(output)?.[1]);

/** Seconds until the server's search finds all imported shops. @param {Townperk} townperk @param {number} shops */
async function untilVisible(townperk, shops) {
  const began = performance.now();
  for (let held = 0; performance.now() - began < 120_000; await sleep(100)) {
    held = await townperk.metric("townperk_search_shops");
    // Some towns are so close that two shops of the same name are neighbors; the importer leaves those to the administrator.
    if (held >= shops * 0.999) break;
  }
  return (performance.now() - began) / 1000;
}
