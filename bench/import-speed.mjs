// Processor time and memory of a list's first import, and of its next edition, which is read twice. Each round has a data
// folder of its own; the figures are the medians.
// usage: node bench/import-speed.mjs [--rows 40000] [--rounds 3] [--binary target/release/townperk] [--against OTHER]
//   --against: another build, measured in turn with the first one, so that both meet the same machine.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeShopsFile } from "./generate.mjs";
import { median } from "./lib/statistics.mjs";

/** An edition may take so many times the processor time of a first list. */
const MOST = 1.6;

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "40000" },
    rounds: { type: "string", default: "3" },
    binary: { type: "string", default: "target/release/townperk" },
    against: { type: "string" },
  },
});
const watcher = fileURLToPath(new URL("./lib/import-usage.py", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "townperk-speed-"));
const lists = await Promise.all(
  [0, 1].map(async (edition) => {
    const path = join(folder, `edition-${edition}.csv`);
    await writeShopsFile(path, { shops: Number(values.rows), format: "csv", edition });
    return path;
  }),
);

/** One import's seconds of processor time and peak memory in MiB. */
function measured(binary, home, list) {
  const words = [watcher, binary, "import", list, "--source", "bench"];
  const env = { ...process.env, TOWNPERK_DATA_DIR: home, TOWNPERK_LOG: "error" };
  const [seconds, mebibytes] = execFileSync("python3", words, { encoding: "utf8", env })
    .trim()
    .split(" ")
    .map(Number);
  return { seconds, mebibytes };
}

const builds = [values.binary, values.against].filter(Boolean);
const rounds = builds.map(() => /** @type {object[]} */ ([]));
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const [place, binary] of builds.entries()) {
    const home = join(folder, `${place}-${round}`);
    mkdirSync(home);
    const [first, edition] = lists.map((list) => measured(binary, home, list));
    rounds[place].push({ first, edition });
    rmSync(home, { recursive: true });
  }
rmSync(folder, { recursive: true });

console.log(
  `${values.rows} rows, medians of ${values.rounds} rounds\n\n| Build | first list | peak memory | next edition | peak memory | edition / first |\n|${" --- |".repeat(6)}`,
);
for (const [place, binary] of builds.entries()) {
  const of = (which, what) => median(rounds[place].map((round) => round[which][what]));
  const [first, edition] = [of("first", "seconds"), of("edition", "seconds")];
  const ratio = edition / first;
  const cells = [
    binary,
    `${first.toFixed(2)} s`,
    `${of("first", "mebibytes").toFixed(0)} MiB`,
    `${edition.toFixed(2)} s`,
    `${of("edition", "mebibytes").toFixed(0)} MiB`,
    `${ratio.toFixed(2)}${ratio > MOST ? ` (over ${MOST})` : ""}`,
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
