// `make bench-large`: imports and searches at 1,000, 100,000 and 1,000,000 shops, into bench/RESULTS-large.md.
// usage: node bench/large.mjs [--most 1000000]; needs about 4 GB of memory and 3 GB of disk
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { quantile } from "./lib/statistics.mjs";
import { LISTS, measureAdmin } from "./measure-admin.mjs";
import { measureImport } from "./measure-import.mjs";
import { measureSearch } from "./measure-search.mjs";

const { values } = parseArgs({ options: { most: { type: "string", default: "1000000" } } });
/** Equal towns, so that a town's page costs the same in each. */
const PER_TOWN = 125;

const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;
const count = (value) => value.toLocaleString("en-US");
const most = (peaks) => (peaks.length > 0 ? `, ${megabytes(Math.max(...peaks))} at most` : "");
const again = ({ seconds, peaks, unchanged, toReview }) =>
  `${seconds.toFixed(1)} s${most(peaks)}, ${count(unchanged)} unchanged${toReview > 0 ? `, ${count(toReview)} for review` : ""}`;
const p = (times, share) => `${quantile(times, share).toFixed(1)} ms`;

const folder = await mkdtemp(join(tmpdir(), "townperk-large-"));
try {
  const sides = [];
  for (const shops of [1000, 100_000, Number(values.most)]) {
    const imported = await measureImport(folder, { shops, perTown: PER_TOWN });
    const searched = await measureSearch(imported.folder, shops);
    sides.push({ imported, searched, administered: await measureAdmin(imported.folder, shops) });
    await rm(imported.folder, { recursive: true });
  }
  const rows = (cells) => sides.map((side) => `| ${cells(side).join(" | ")} |`).join("\n");
  const text = `# Measurements of large directories

Written by \`make bench-large\` on ${new Date().toISOString().slice(0, 10)}: release build, SQLite, towns of ${PER_TOWN} shops.

## Import of a CSV table beside a server that answers

| Records | seconds | memory (half-way, most) | the next edition, unchanged | server answers, p99 |
|---|---|---|---|---|
${rows(({ imported }) => [
  count(imported.shops),
  imported.seconds.toFixed(1),
  // The smallest import ends before its memory is measured.
  imported.peaks.length > 0
    ? `${megabytes(quantile(imported.peaks, 0.5))}, ${megabytes(Math.max(...imported.peaks))}`
    : "",
  again(imported.again),
  p([imported.answers.p99], 1),
])}

Records for review are shops of one name within 75 m of each other, in towns that lie side by side.

## Search

The 500 queries of queries.txt over one connection; the first round after a start, and two later ones.

| Shops | ready | search complete | memory | p50 | p99 | p99, first round | open now, p99 | 50 miles, p99 |
|---|---|---|---|---|---|---|---|---|
${rows(({ searched: { shops, ready, complete, bytes, queries } }) => [
  count(shops),
  `${ready.toFixed(1)} s`,
  `${complete.toFixed(1)} s`,
  megabytes(bytes),
  p(queries.plain.later, 0.5),
  p(queries.plain.later, 0.99),
  p(queries.plain.first, 0.99),
  p(queries["open now"].later, 0.99),
  p(queries["within 50 miles"].later, 0.99),
])}

## Reads and pages, each address for the first time (p99)

| Shops | read of a town's shops | read of a shop | town's page | shop's page |
|---|---|---|---|---|
${rows(({ searched: { shops, reads, pages } }) => [
  count(shops),
  p(reads.city, 0.99),
  p(reads.shop, 0.99),
  p(pages.city, 0.99),
  p(pages.shop, 0.99),
])}

## The administrator's lists (median)

The bar: at 100,000 shops at most three times as long as at 1,000.

| List | ${sides.map(({ imported: { shops } }) => count(shops)).join(" | ")} |
|---|${"---|".repeat(sides.length)}
${Object.keys(LISTS)
  .map(
    (name) =>
      `| ${name} | ${sides.map(({ administered }) => `${administered.lists[name].toFixed(1)} ms`).join(" | ")} |`,
  )
  .join("\n")}
`;
  await writeFile(new URL("RESULTS-large.md", import.meta.url), text);
  console.log(text);
} finally {
  await rm(folder, { recursive: true, force: true });
}
