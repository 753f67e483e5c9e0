// `make bench-panel`: a working day in the inbox by keyboard and by touch, and votes beside a bulk edit, into
// bench/RESULTS-panel.md.
// usage: node bench/panel.mjs [--items 500] [--shops 5000] [--binary target/release/townperk] [--only day|bulk]
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBulk } from "./measure-bulk.mjs";
import { measureDay } from "./panel-day.mjs";

const { values } = parseArgs({
  options: {
    items: { type: "string", default: "500" },
    shops: { type: "string", default: "5000" },
    binary: { type: "string" },
    only: { type: "string" },
  },
});
const binary = values.binary;
const ms = (value) => `${value.toFixed(0)} ms`;
const kilobytes = (value) => `${(value / 1000).toFixed(1)} KB`;

const folder = await mkdtemp(join(tmpdir(), "townperk-panel-"));
try {
  const parts = [];
  if (values.only !== "bulk") {
    const days = [];
    for (const way of ["keyboard", "touch"]) {
      days.push(await measureDay(folder, { items: Number(values.items), way, binary }));
      console.log(days.at(-1));
    }
    parts.push(`## A working day

${values.items} waiting stories, one of twenty rejected with a prepared reason; every request takes 400 ms longer. Each is decided once
the expected item is painted and its buttons work.

| By | decisions a minute | bytes to open the inbox | bytes a decision | presses a decision | next item painted, p50 | p99 | requests | decided twice |
|---|---|---|---|---|---|---|---|---|
${days
  .map((day) =>
    [
      "",
      day.way === "touch" ? "touch, 390 px" : "keyboard, 1280 px",
      day.aMinute.toFixed(0),
      kilobytes(day.bytesOpened),
      kilobytes(day.bytes),
      day.presses.toFixed(2),
      ms(day.p50),
      ms(day.p99),
      day.requests,
      day.twice,
      "",
    ]
      .join(" | ")
      .trim(),
  )
  .join("\n")}
`);
  }
  if (values.only !== "day") {
    const bulk = await measureBulk(folder, { shops: Number(values.shops), binary });
    console.log(bulk);
    const row = (name, { seconds, votes, p50, p99, most }) =>
      `| ${name} | ${seconds.toFixed(1)} s | ${votes} | ${ms(p50)} | ${ms(p99)} | ${ms(most)} |`;
    parts.push(`## Votes beside a bulk edit

${bulk.shops} shops in one run, and one press that takes it back, on SQLite; ${bulk.votesPerSecond} votes a second. ${bulk.changed} shops were changed,
${bulk.undone} were taken back, and the audit log has ${bulk.entries} lines of it.

| Meanwhile | took | votes | p50 | p99 | most |
|---|---|---|---|---|---|
${row("nothing", bulk.quiet)}
${row("bulk edit", bulk.beside)}
${row("taking it back", bulk.besideUndo)}
`);
  }
  const day = new Date().toISOString().slice(0, 10);
  const text = `# Measurements of the panel

Written by \`make bench-panel\` on ${day}${binary ? " with another build than the release" : ""}.

${parts.join("\n")}`;
  if (!values.only) await writeFile(new URL("RESULTS-panel.md", import.meta.url), text);
  console.log(text);
} finally {
  await rm(folder, { recursive: true, force: true });
}
