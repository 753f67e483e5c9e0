// Two builds beside each other: a page from the cache, votes, events, and an import, in rounds that take turns, so that a
// busy moment of the machine strikes both. Prints a table with the ratio of the second build to the first.
// usage: node bench/compare.mjs --build before=BINARY --build after=BINARY [--rounds 3] [--seconds 8] [--records 200000]
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeShopsFile } from "./generate.mjs";
import { median } from "./lib/statistics.mjs";
import { Townperk } from "./lib/townperk.mjs";
import { wrk } from "./lib/wrk.mjs";
import { measureEvents } from "./measure-events.mjs";
import { measureVotes } from "./measure-votes.mjs";

const { values } = parseArgs({
  options: {
    build: { type: "string", multiple: true },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "8" },
    records: { type: "string", default: "200000" },
  },
});
const builds = (values.build ?? []).map((build) => build.split("="));
if (builds.length !== 2)
  throw new Error("name two builds: --build before=BINARY --build after=BINARY");
const seconds = Number(values.seconds);

const folder = await mkdtemp(join(tmpdir(), "townperk-compare-"));
const records = join(folder, "records.csv");

/** Each measures one build once. @type {((own: string, binary: string) => Record<string, number> | Promise<Record<string, number>>)[]} */
const measurements = [
  async (own, binary) => {
    const file = join(own, "shops.geojson");
    await writeShopsFile(file, { shops: 1000, perTown: 48 });
    const townperk = new Townperk(own, {}, binary);
    townperk.import(file);
    await townperk.serve();
    const { path } = await townperk.largestTown();
    const { perSecond } = wrk(townperk.url + path, seconds);
    await townperk.stop();
    return { "page from the cache, requests/s": perSecond };
  },
  async (own, binary) => {
    const { votes, reads } = await measureVotes(own, { seconds, rounds: 1, binary });
    return { "durable upvotes/s": votes[0], "reads beside votes, p99 ms": reads.busy.p99 };
  },
  async (own, binary) => {
    const { steady, full } = await measureEvents(own, { seconds, binary });
    return {
      "100,000 events in a minute, p99 ms": steady.p99,
      "reads beside these events, p99 ms": steady.reads.p99,
      "events/s as fast as they are answered": full.sent / full.seconds,
    };
  },
  (own, binary) => {
    const townperk = new Townperk(own, {}, binary);
    const first = townperk.importTimed(records);
    const again = townperk.importTimed(records);
    return {
      [`import of ${values.records} records, processor s`]: first,
      "the same file once more, processor s": again,
    };
  },
];

/** Figures of each build by the name of what was measured. @type {Map<string, number[][]>} */
const figures = new Map();
try {
  await writeShopsFile(records, { shops: Number(values.records), perTown: 25, format: "csv" });
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const measure of measurements)
      for (const [side, [, binary]] of builds.entries()) {
        const own = await mkdtemp(join(folder, "round-"));
        for (const [name, figure] of Object.entries(await measure(own, binary))) {
          if (!figures.has(name)) figures.set(name, [[], []]);
          figures.get(name)[side].push(figure);
        }
        await rm(own, { recursive: true, force: true });
      }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const figure = (value) =>
  value.toLocaleString("en-US", { maximumFractionDigits: value < 100 ? 2 : 0 });
const [[before], [after]] = builds;
console.log(
  `| median of ${values.rounds} rounds | ${before} | ${after} | ${after} / ${before} |\n|---|---|---|---|`,
);
for (const [name, sides] of figures) {
  const [one, other] = sides.map((side) => median(side));
  console.log(`| ${name} | ${figure(one)} | ${figure(other)} | ${(other / one).toFixed(2)} |`);
}
