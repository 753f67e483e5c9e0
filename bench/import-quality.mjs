// Import accuracy: derives lists from samples by moving, abbreviating, renaming, dropping and repeating records,
// imports them into a directory with the originals, and counts the results. The same samples and seed give the same
// lists.
// usage: node bench/import-quality.mjs --samples FOLDER [--lists FOLDER] [--binary target/release/townperk] [--seeds 5] [--first 1]
//     [--misses]
//   --samples: OpenStreetMap GeoJSON files of cafes in the United States; they aren't changed.
//   --lists: lists of any format as first lists. Beside LIST, a person's judgment with one name a line: LIST.chains.txt has the
//     names of chains, LIST.no-coffee.txt those of places that sell no coffee to passers-by.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomFrom } from "./generate.mjs";
import { BRANCHES_AS_WRITTEN, chainNames, INDEPENDENTS, NAMESAKES } from "./lib/chain-cases.mjs";
import { FOR_PASSERS_BY, NOT_FOR_PASSERS_BY, UNDECIDABLE } from "./lib/coffee-cases.mjs";
import { csv, parseCsv, readSamples, slug } from "./lib/place-lists.mjs";
import { DECOYS, SECOND_LISTS } from "./lib/second-lists.mjs";

/** Decoys of each kind, and at least this many of all kinds together. */
const LEAST_DECOYS = 1500;

const { values } = parseArgs({
  options: {
    samples: { type: "string" },
    lists: { type: "string" },
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
    stdio: ["ignore", "pipe", "pipe"],
  });
  return parseCsv(readFileSync(report, "utf8"));
}

const share = (some, all) => (all === 0 ? "–" : `${((100 * some) / all).toFixed(1)} %`);
const perThousand = (some, all) => ((1000 * some) / all).toFixed(0);
const table = (title, header, rows) =>
  console.log(
    `\n## ${title}\n\n| ${header.join(" | ")} |\n|${" --- |".repeat(header.length)}\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`,
  );
const missed = (what, record, row) => {
  if (values.misses)
    console.error(`${what}: ${record.name}, ${record.address ?? ""}: ${row.result} ${row.reason}`);
};

firstLists();
judgedLists();
secondLists();
towns();
chains();
kinds();
rmSync(folder, { recursive: true });

/** A file into an empty directory, as it is; returns the report's rows. @param {string} path */
function firstList(path) {
  const report = join(folder, "first-report.csv");
  execFileSync(values.binary, ["import", path, "--dry-run", "--report", report], {
    env: { ...process.env, TOWNPERK_DATA_DIR: join(folder, "first"), TOWNPERK_LOG: "error" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return parseCsv(readFileSync(report, "utf8"));
}

/** The questions that the samples raise as first lists. */
function firstLists() {
  const files = readdirSync(values.samples).filter((name) => name.endsWith(".geojson"));
  const rows = files.sort().map((name) => {
    const results = firstList(join(values.samples, name));
    const asked = results.filter(({ result }) => result === "to review");
    for (const row of asked) missed("a first list", row, row);
    return [name, results.length, asked.length, perThousand(asked.length, results.length)];
  });
  const sum = (place) => rows.reduce((all, row) => all + row[place], 0);
  const all = ["all", sum(1), sum(2), perThousand(sum(2), sum(1))];
  table("A first list", ["List", "records", "asked", "per 1,000"], [...rows, all]);
}

/** Lists that a person has judged. */
function judgedLists() {
  if (!values.lists) return;
  const files = readdirSync(values.lists).filter((name) => !name.endsWith(".txt"));
  const rows = files.sort().map((name) => {
    const path = join(values.lists, name);
    const judged = (what) => {
      const file = `${path}.${what}.txt`;
      return existsSync(file) ? new Set(readFileSync(file, "utf8").trim().split("\n")) : undefined;
    };
    const [chainsOf, others] = [judged("chains"), judged("no-coffee")];
    const results = firstList(path);
    const by = (wanted) => results.filter(({ result }) => result === wanted);
    const [left, asked, added] = [by("chain"), by("to review"), by("added")];
    const among = (rows, names) => rows.filter((row) => names.has(row.name));
    const elsewhere = by("not coffee");
    if (others) {
      for (const row of among(added, others)) missed("sells no coffee to passers-by", row, row);
      for (const row of elsewhere.filter(({ name }) => !others.has(name)))
        missed("left out, but sells coffee", row, row);
    }
    for (const row of asked) missed("a first list", row, row);
    return [
      name,
      results.length,
      asked.length,
      perThousand(asked.length, results.length),
      chainsOf ? share(among(left, chainsOf).length, among(results, chainsOf).length) : "–",
      chainsOf ? share(among(left, chainsOf).length, left.length) : "–",
      added.length,
      others ? among(added, others).length : "–",
      elsewhere.length,
      others ? share(among(elsewhere, others).length, elsewhere.length) : "–",
      others ? share(among(elsewhere, others).length, among(results, others).length) : "–",
    ];
  });
  const figures = [
    "asked",
    "per 1,000",
    "chain recall",
    "precision",
    "added",
    "of them without coffee",
    "not coffee",
    "precision",
    "recall",
  ];
  table("Lists that a person has judged", ["List", "records", ...figures], rows);
}

/** Names in lists without categories. */
function kinds() {
  const rows = [
    ["no coffee for passers-by (to be left out)", NOT_FOR_PASSERS_BY],
    ["either of the two (to be asked)", UNDECIDABLE],
    ["coffee for passers-by (to be added)", FOR_PASSERS_BY],
  ].map(([what, names]) => {
    const records = names.map((name, i) => ({
      name,
      zip: "27601",
      street: `${i + 1} Numbered Street`,
    }));
    const results = imported("kinds", records, "--dry-run");
    const count = (wanted) => results.filter(({ result }) => result === wanted).length;
    for (const row of results)
      if ((row.result === "added") !== (names === FOR_PASSERS_BY)) missed(what, row, row);
    return [what, names.length, count("added"), count("to review"), count("not coffee")];
  });
  table("Places by their names", ["Names", "records", "added", "asked", "left out"], rows);
}

/** A second list repeats shops known with name, house number and ZIP code. */
function secondLists() {
  const known = samples
    .filter(({ name, address, zip, lat, tags }) => name && address && zip && lat && !tags.brand)
    .map(({ tags, ...record }, i) => ({
      ...record,
      // A few of the samples have telephones; the others get numbers that nobody has.
      phone:
        record.phone ??
        `919-${230 + Math.floor(i / 90)}-${String(7010 + 110 * (i % 90)).slice(-4)}`,
    }));
  const results = imported("known", known, "--source", "first");
  const inTown = ({ name, city }) => `${slug(name)}|${city}`;
  const shops = known
    .filter((_, i) => results[i].result === "added")
    .map((shop, _, all) => ({
      ...shop,
      hasNamesake: all.filter((other) => inTown(other) === inTown(shop)).length > 1,
    }));
  const of = (variants, judge, rounds = 1) =>
    Object.entries(variants).map(([what, shape]) => {
      const make = shape.make ?? shape;
      const counts = [0, 0, 0, 0];
      for (const seed of seeds.flatMap((seed) =>
        Array.from({ length: rounds }, (_, i) => seed + 1000 * i),
      )) {
        const random = randomFrom(seed);
        // Two shops in one house may get the same invented name; a list has each shop once.
        const listed = new Set();
        const isNew = (record) => listed.size < listed.add(JSON.stringify(record)).size;
        const made = shops
          .map((shop) => [shop, make(shop, random)])
          .filter(([, record]) => record && isNew(record));
        const list = made.map(([, record]) => record);
        const rows = imported("known", list, "--source", "second", "--dry-run");
        for (const [i, row] of rows.entries()) {
          const place = judge(row, made[i][0]);
          counts[place] += 1;
          const isMissed = shape.goal === "asked" ? place > 1 : place > 0;
          if (isMissed) missed(what, list[i], row);
        }
      }
      const all = counts.reduce((sum, count) => sum + count);
      return [what, shape.goal, all, counts.map((count) => share(count, all)), counts].flat();
    });
  // A duplicate's slug starts with its shop's.
  const isTwin = (row, shop) => row.reason.includes(`for being ${slug(shop.name)}`);
  const wrong = (rows) => rows.reduce((all, row) => all + row.at(-1), 0);
  const print = (title, header, rows) =>
    table(
      title,
      header,
      rows.map((row) => row.slice(0, -4).filter((cell) => cell !== undefined)),
    );
  const pairs = of(SECOND_LISTS, (row, shop) => {
    if (row.result === "duplicate") return isTwin(row, shop) ? 0 : 3;
    return row.result === "to review" ? 1 : 2;
  });
  print(
    "A second list of known shops",
    [
      "The list has",
      "goal",
      "records",
      "recognized",
      "asked",
      "added again",
      "merged with another",
    ],
    pairs,
  );
  const rounds = Math.ceil(
    LEAST_DECOYS / Math.max(1, shops.length * seeds.length * Object.keys(DECOYS).length),
  );
  const decoys = of(
    DECOYS,
    (row) => {
      if (row.result === "added") return 0;
      if (row.result === "duplicate") return 3;
      return row.result === "to review" ? 1 : 2;
    },
    rounds,
  );
  print(
    "Decoys: other shops",
    ["The list has", "records", "added", "asked", "left out", "merged"],
    decoys,
  );
  const count = decoys.reduce((all, row) => all + row[2], 0);
  console.log(
    `\n${wrong(pairs)} wrong merges among the second lists, ${wrong(decoys)} among ${count} decoys.`,
  );
}

/** Records with a ZIP code, without it and without their town: the report's label of a record starts with its town. */
function towns() {
  const known = samples.filter(({ zip, lat }) => zip && lat);
  const bare = (keep) => known.map((record, i) => ({ name: `Number ${i}`, ...keep(record) }));
  const townsOf = (records) =>
    imported("towns", records, "--source", "towns", "--dry-run").map(
      (row) => row["source id"].split("|")[0],
    );
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
    names.map((name, i) => ({
      zip: "27601",
      street: `${i + 1} Numbered Street`,
      ...(typeof name === "string" ? { name } : name),
    }));
  const resultsOf = (names) => imported("chains", named(names), "--dry-run");
  const rows = [];
  const add = (what, names, isChain) => {
    const results = resultsOf(names);
    const count = (...wanted) => results.filter(({ result }) => wanted.includes(result)).length;
    for (const [i, row] of results.entries())
      if ((row.result === "chain") !== isChain) missed(what, named(names)[i], row);
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
  const written = add("branches as lists write them", BRANCHES_AS_WRITTEN, true);
  const made = seeds.flatMap((seed) => chainNames(randomFrom(seed)));
  const plain = made.filter(({ slip }) => !slip).map(({ name }) => name);
  const byScript = add("names made by script", plain, true);
  const slips = made.filter(({ slip }) => slip).map(({ name }) => name);
  add("names with one slip (to be asked, or left out if famous)", slips, true);
  const independents = [
    add("independents with a brand's word", INDEPENDENTS, false),
    add("independents with a brand's name, elsewhere", NAMESAKES, false),
  ];
  table("Chains", ["Names", "records", "left out", "asked", "added"], rows);
  const sum = (lists, place) => lists.reduce((all, counts) => all + counts[place], 0);
  const branches = [real, written, byScript];
  const [left, all, wrong] = [sum(branches, 0), sum(branches, 2), sum(independents, 0)];
  console.log(
    `\nRecall ${share(left, all)}, precision ${share(left, left + wrong)} (${wrong} independents left out).`,
  );
}
