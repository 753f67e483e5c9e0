// Import accuracy: derives lists from samples by moving, abbreviating, renaming, dropping and repeating records,
// imports them into a directory with the originals, and counts the results. The same samples and seed give the same
// lists.
// usage: node bench/import-quality.mjs --samples FOLDER [--binary target/release/townperk] [--seeds 5] [--first 1] [--misses]
//   FOLDER contains OpenStreetMap GeoJSON files of cafes in the United States; they aren't changed.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomFrom } from "./generate.mjs";
import { chainNames, INDEPENDENTS } from "./lib/chain-cases.mjs";
import { csv, parseCsv, readSamples, slug } from "./lib/place-lists.mjs";
import { DECOYS, SECOND_LISTS } from "./lib/second-lists.mjs";

const { values } = parseArgs({
  options: {
    samples: { type: "string" },
    binary: { type: "string", default: "target/release/townperk" },
    seeds: { type: "string", default: "5" },
    first: { type: "string", default: "1" },
    misses: { type: "boolean", default: false },
  },
});
if (!values.samples) throw new Error("--samples FOLDER is missing");
const folder = mkdtempSync(join(tmpdir(), "townperk-quality-"));
const samples = readdirSync(values.samples)
  .filter((name) => name.endsWith(".geojson"))
  .sort()
  .flatMap((name) => readSamples(join(values.samples, name)));
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => Number(values.first) + i);

let runs = 0;
/** Imports records as a table; returns the report's rows. @param {string} home @param {object[]} records */
function imported(home, records, ...more) {
  runs += 1;
  const [list, report] = [join(folder, `${runs}.csv`), join(folder, `${runs}-report.csv`)];
  writeFileSync(list, csv(records));
  execFileSync(values.binary, ["import", list, "--report", report, ...more], {
    env: { ...process.env, TOWNPERK_DATA_DIR: join(folder, home), TOWNPERK_LOG: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return parseCsv(readFileSync(report, "utf8"));
}

const share = (some, all) => (all === 0 ? "–" : `${((100 * some) / all).toFixed(1)} %`);
const table = (title, header, rows) =>
  console.log(
    `\n## ${title}\n\n| ${header.join(" | ")} |\n|${" --- |".repeat(header.length)}\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`,
  );
const missed = (what, record, row) => {
  if (values.misses)
    console.error(`${what}: ${record.name}, ${record.address ?? ""}: ${row.result} ${row.reason}`);
};

secondLists();
towns();
chains();
rmSync(folder, { recursive: true });

/** A second list repeats shops known with name, house number and ZIP code. */
function secondLists() {
  const known = samples
    .filter(({ name, address, zip, lat, tags }) => name && address && zip && lat && !tags.brand)
    .map(({ tags, ...record }) => record);
  const results = imported("known", known, "--source", "first");
  const shops = known.filter((_, i) => results[i].result === "added");
  const of = (variants, judge) =>
    Object.entries(variants).map(([what, make]) => {
      const counts = [0, 0, 0, 0];
      for (const seed of seeds) {
        const random = randomFrom(seed);
        const made = shops.map((shop) => [shop, make(shop, random)]).filter(([, record]) => record);
        const list = made.map(([, record]) => record);
        const rows = imported("known", list, "--source", "second", "--dry-run");
        for (const [i, row] of rows.entries()) {
          const place = judge(row, made[i][0]);
          counts[place] += 1;
          if (place > 0) missed(what, list[i], row);
        }
      }
      const all = counts.reduce((sum, count) => sum + count);
      return [what, all, ...counts.map((count) => share(count, all))];
    });
  // A duplicate's slug starts with its shop's.
  const isTwin = (row, shop) =>
    row.reason.includes(`for being ${slug(shop.name)}`) || / [1-9]\d* points/.test(row.reason);
  table(
    "A second list of known shops",
    ["The list has", "records", "recognized", "asked", "added again", "merged with another"],
    of(SECOND_LISTS, (row, shop) => {
      if (row.result === "duplicate") return isTwin(row, shop) ? 0 : 3;
      return row.result === "to review" ? 1 : 2;
    }),
  );
  table(
    "Decoys: other shops",
    ["The list has", "records", "added", "asked", "left out", "merged"],
    of(DECOYS, (row) => {
      if (row.result === "added") return 0;
      if (row.result === "duplicate") return 3;
      return row.result === "to review" ? 1 : 2;
    }),
  );
}

/** Records with a ZIP code, without it and without their town: the report's label of a record starts with its town. */
function towns() {
  const known = samples.filter(({ zip, lat }) => zip && lat);
  const bare = (keep) => known.map((record, i) => ({ name: `Number ${i}`, ...keep(record) }));
  const townsOf = (records) =>
    imported("towns", records, "--dry-run").map((row) => row["source id"].split("|")[0]);
  const expected = townsOf(bare(({ zip }) => ({ zip })));
  const found = townsOf(bare(({ lat, lon }) => ({ lat, lon })));
  const equal = found.filter((town, i) => town === expected[i]).length;
  found.forEach((town, i) => {
    if (town !== expected[i] && values.misses)
      console.error(`town: ${expected[i]}, not ${town}: ${known[i].lat}, ${known[i].lon}`);
  });
  table(
    "The town of a bare point",
    ["Records with a ZIP code", "postal town found"],
    [[known.length, share(equal, known.length)]],
  );
}

/** Chains without their tags, and independents that resemble chains. */
function chains() {
  const named = (names) =>
    names.map((name, i) => ({ name, zip: "27601", street: `${i + 1} Numbered Street` }));
  const resultsOf = (names) => imported("chains", named(names), "--dry-run");
  const rows = [];
  const add = (what, names, isChain) => {
    const results = resultsOf(names);
    const count = (...wanted) => results.filter(({ result }) => wanted.includes(result)).length;
    for (const [i, row] of results.entries())
      if ((row.result === "chain") !== isChain) missed(what, { name: names[i] }, row);
    const asked = count("to review");
    const left = count("chain");
    rows.push([what, names.length, left, asked, names.length - left - asked]);
    return [left, asked, names.length];
  };
  const branded = samples.filter(({ tags, name }) => name && tags["brand:wikidata"]);
  const real = add(
    "branded records, tags taken away",
    branded.map(({ name }) => name),
    true,
  );
  const made = seeds.flatMap((seed) => chainNames(randomFrom(seed)));
  const plain = made.filter(({ slip }) => !slip).map(({ name }) => name);
  const byScript = add("names made by script", plain, true);
  const slips = made.filter(({ slip }) => slip).map(({ name }) => name);
  add("names with one slip (to be asked)", slips, true);
  const independents = add("independents with a brand's word", INDEPENDENTS, false);
  table("Chains", ["Names", "records", "left out", "asked", "added"], rows);
  const [left, all] = [real[0] + byScript[0], real[2] + byScript[2]];
  console.log(
    `\nRecall ${share(left, all)}, precision ${share(left, left + independents[0])} (${independents[0]} independents left out).`,
  );
}
