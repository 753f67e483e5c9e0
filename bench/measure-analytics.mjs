import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { writeShopsFile } from "./generate.mjs";
import { run } from "./lib/process.mjs";
import { median, quantile } from "./lib/statistics.mjs";
import { Townperk } from "./lib/townperk.mjs";

const SHOPS = 3000;
const PASSWORD = "a password for the bench";
/** Numbers of rows, smallest first. */
const SIZES = [10_000, 1_000_000];
const ROUNDS = 60;
/** Requests of the analytics screen. */
const READS = [
  "/api/analytics",
  "/api/admin/analytics/figures?by=day",
  "/api/admin/analytics/figures?by=week",
  "/api/admin/analytics/figures?by=month",
  "/api/admin/analytics/details",
];

/**
 * The administrator's analytics with few and with many rows.
 * @param {string} folder
 */
export async function measureAnalytics(folder) {
  const own = await mkdtemp(join(folder, "analytics-"));
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops: SHOPS, perTown: 20 });
  const townperk = new Townperk(own, { TOWNPERK_ADMIN_PASSWORD: PASSWORD });
  townperk.import(file);
  const sizes = [];
  for (const size of SIZES) {
    const database = join(own, "data", "townperk.sqlite");
    const script = new URL("lib/fill-analytics.py", import.meta.url).pathname;
    const rows = Number(run("python3", [script, database, String(size)]));
    await townperk.serve();
    const reads = await timesOf(townperk.url);
    await townperk.stop();
    sizes.push({ rows, reads });
    const sum = reads.reduce((total, read) => total + read.median, 0);
    console.log(`analytics: ${rows} rows, all parts of the screen ${sum.toFixed(1)} ms`);
  }
  return { sizes };
}

/** @param {string} url */
async function timesOf(url) {
  const door = await fetch(`${url}/api/admin/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: PASSWORD }),
  });
  if (!door.ok) throw new Error(`the door answered ${door.status}`);
  const cookie = door.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const reads = [];
  for (const path of READS) {
    const times = [];
    for (let round = -5; round < ROUNDS; round += 1) {
      const begun = performance.now();
      const answer = await fetch(url + path, { headers: { cookie } });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${body}`);
      // The first ones are warm-up.
      if (round >= 0) times.push(performance.now() - begun);
    }
    reads.push({ path, median: median(times), p99: quantile(times, 0.99) });
  }
  return reads;
}

const count = (value) => Math.round(value).toLocaleString("en-US");

/** This measurement's section of the results page. @param {Awaited<ReturnType<typeof measureAnalytics>>} results */
export function reportAnalytics({ sizes }) {
  const [small, large] = sizes;
  const sum = (side) => side.reads.reduce((total, read) => total + read.median, 0);
  const ratio = sum(large) / sum(small);
  const rows = small.reads.map((read, index) => {
    const other = large.reads[index];
    return `| \`${read.path}\` | ${read.median.toFixed(1)} ms | ${other.median.toFixed(1)} ms | ${(other.median / read.median).toFixed(2)} |`;
  });
  return `## Analytics

The administrator's figures over 90 days, each read ${ROUNDS} times over one connection; median. ${count(SHOPS)} shops, SQLite.

| Read | ${count(small.rows)} rows of counts | ${count(large.rows)} rows | times |
|---|---|---|---|
${rows.join("\n")}
| all of them | ${sum(small).toFixed(1)} ms | ${sum(large).toFixed(1)} ms | ${ratio.toFixed(2)} |

At most 2 times at a million rows: ${ratio <= 2 ? "met" : "**not met**"}.
`;
}
