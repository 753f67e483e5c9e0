// `make bench-costs`: what bodies, searches and answers of Overpass cost that are made to be costly, beside plain ones of the
// same length, into bench/RESULTS-costs.md.
// usage: node bench/costs.mjs [--shops 40000] [--seconds 1] [--rounds 3] [--megabytes 20] [--binary target/release/townperk]
//        [--only bodies|searches|answers]; needs Linux, which tells processor times
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeShopsFile } from "./generate.mjs";
import { Townperk } from "./lib/townperk.mjs";
import { measureAnswerCosts } from "./measure-answer-costs.mjs";
import { measureBodyCosts } from "./measure-body-costs.mjs";
import { measureSearchCosts } from "./measure-search-costs.mjs";

const { values } = parseArgs({
  options: {
    shops: { type: "string", default: "40000" },
    seconds: { type: "string", default: "1" },
    rounds: { type: "string", default: "3" },
    megabytes: { type: "string", default: "20" },
    binary: { type: "string" },
    only: { type: "string" },
  },
});
const options = {
  shops: Number(values.shops),
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  megabytes: Number(values.megabytes),
  binary: values.binary,
};
const isWanted = (part) => values.only === undefined || values.only === part;

const count = (value) => value.toLocaleString("en-US");
const most = (rows) => Math.max(...rows.map(({ ratio }) => ratio)).toFixed(1);
const row = ({ name, length, plain, costly, ratio }) =>
  `| ${name} | ${count(length)} | ${plain.toFixed(3)} ms | ${costly.toFixed(3)} ms | ${ratio.toFixed(2)} |`;

/** @param {string} title @param {string} text @param {string} unit @param {any[]} rows */
const section = (title, text, unit, rows) => `## ${title}: at most ${most(rows)} ×

${text}

| Input | ${unit} | plain | costly | costly is … × |
|---|---|---|---|---|
${rows
  .toSorted((one, other) => other.ratio - one.ratio)
  .map(row)
  .join("\n")}
`;

const folder = await mkdtemp(join(tmpdir(), "townperk-costs-"));
try {
  const sections = [];
  if (isWanted("bodies") || isWanted("searches")) {
    const own = join(folder, "server");
    await mkdir(own);
    const file = join(own, "shops.geojson");
    await writeShopsFile(file, { shops: options.shops, perTown: 20 });
    const settings = { TOWNPERK_TRUSTED_PROXIES: "127.0.0.1" };
    const townperk = new Townperk(own, settings, options.binary);
    townperk.import(file);
    await townperk.serve();
    if (isWanted("bodies")) {
      const text =
        "Bodies that anybody may send, as long as they are read. All are refused; a plain one is a long text.";
      sections.push(
        section("JSON bodies", text, "bytes", await measureBodyCosts(townperk, options)),
      );
    }
    if (isWanted("searches")) {
      const text = `In a directory of ${count(options.shops)} shops, each text for the first time. A plain one has names of shops.`;
      sections.push(
        section("Searches", text, "characters", await measureSearchCosts(townperk, options)),
      );
    }
    await townperk.stop();
  }
  if (isWanted("answers")) {
    const own = join(folder, "answers");
    await mkdir(own);
    const text =
      "Read by `townperk places fetch --dry-run`, without what that takes for an empty answer. A plain one has coffee places.";
    sections.push(
      section("Answers of Overpass", text, "bytes", await measureAnswerCosts(own, options)),
    );
  }
  const day = new Date().toISOString().slice(0, 10);
  const text = `# What costly inputs cost

Written by \`make bench-costs\` on ${day}${options.binary ? " with another build than the release" : ""}: SQLite; processor time of the whole program for one
input, beside a plain one of the same length, in turns; medians of ${options.rounds} rounds. 1 × is what the length explains. What is refused
before its end costs less.

${sections.join("\n")}`;
  if (!values.only) await writeFile(new URL("RESULTS-costs.md", import.meta.url), text);
  console.log(text);
} finally {
  await rm(folder, { recursive: true, force: true });
}
