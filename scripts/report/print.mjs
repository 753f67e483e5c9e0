// Prints the last screen of scripts/test.sh from its report folder. Exits 1 if a step or a test failed.
// usage: node print.mjs FOLDER STEP…, with the names of all steps that should have run
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { readJunit } from "./junit.mjs";
import { compiledLibraries, countLibraries } from "./libraries.mjs";
import { readPlaywright } from "./playwright.mjs";
import { readRust } from "./rust.mjs";
import { firstLines, plain } from "./suite.mjs";
import { readVitest } from "./vitest.mjs";

const SLOWEST = 10;

/** Steps in which Cargo compiles. */
const COMPILING = ["clippy", "program", "generated", "rust", "docs"];

/** How to read the suite of a step. */
const READERS = {
  rust: { file: "rust-tests.log", read: (log, file) => readRust(log, file("rust-again.tsv")) },
  web: { file: "web.json", read: readVitest },
  browser: { file: "browser.json", read: readPlaywright },
  api: { file: "api.xml", read: readJunit },
};

/**
 * @param {string} tsv  a line a step: name, state, seconds, reason
 * @param {string[]} expected  the names of steps that should have a line; one without failed
 */
export function readSteps(tsv, expected = []) {
  const steps = tsv
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [name, state, seconds, reason] = line.split("\t");
      return { name, state, seconds: Number(seconds), reason };
    });
  const unfinished = expected.filter((name) => !steps.some((step) => step.name === name));
  return [
    ...steps,
    ...unfinished.map((name) => ({ name, state: "failed", seconds: 0, reason: "not finished" })),
  ];
}

/**
 * The lines of the last screen, and whether all is well.
 *
 * @param {ReturnType<typeof readSteps>} steps
 * @param {(name: string) => string} file  the content of a file of the report; empty if there is none
 * @param {string[]} versions
 */
export function lastScreen(steps, file, versions) {
  const suites = steps
    .filter(({ name, state }) => READERS[name] && state !== "skipped")
    .map((step) => ({ step, suite: suiteOf(step, file) }));
  const broken = steps.filter(({ state }) => state === "failed");
  const lines = [];
  const section = (title, items) => items.length > 0 && lines.push("", title, ...items.flat());
  const failures = suites.flatMap(({ suite }) => suite.failures);

  section("Failed", [
    ...broken
      .filter(
        ({ name }) =>
          !suites.some(({ step, suite }) => step.name === name && suite.failures.length > 0),
      )
      .map(({ name, reason }) => named(`${name} (${reason})`, errorIn(file(`${name}.log`)))),
    ...suites.flatMap(({ step, suite }) =>
      suite.failures.map(({ name, message }) => named(`${step.name}: ${name}`, message)),
    ),
  ]);
  section(
    "Passed at the second try; mend the cause",
    suites.flatMap(({ step, suite }) => suite.flaky.map((name) => `  ${step.name}: ${name}`)),
  );
  section("Skipped", [
    ...steps
      .filter(({ state }) => state === "skipped")
      .map(({ name, reason }) => `  ${name}: ${reason}`),
    ...suites.flatMap(({ step, suite }) => suite.missing.map((test) => `  ${step.name}: ${test}`)),
  ]);
  section(
    "Slowest tests",
    suites
      .flatMap(({ step, suite }) => suite.slow.map((test) => ({ ...test, step: step.name })))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, SLOWEST)
      .map(({ step, name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${step}: ${name}`),
  );
  section(
    "Steps",
    steps.map(
      ({ name, state, seconds }) =>
        `${String(seconds).padStart(7)} s  ${name}${state === "passed" ? "" : `, ${state}`}`,
    ),
  );
  section(
    "Versions",
    versions.map((version) => `  ${version}`),
  );

  const sum = (what) => suites.reduce((total, { suite }) => total + suite[what], 0);
  lines.push("", `${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  return { lines, isWell: broken.length === 0 && failures.length === 0 && sum("failed") === 0 };
}

function suiteOf({ name, state, reason }, file) {
  const nothing = {
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
    flaky: [],
    slow: [],
    missing: [],
  };
  let suite = nothing;
  const report = file(READERS[name].file);
  try {
    if (report) suite = READERS[name].read(report, file);
  } catch (error) {
    const failures = [{ name: "its report can't be read", message: String(error) }];
    return { ...nothing, failed: 1, failures };
  }
  // It ended before it could say which test failed, or that any ran: it proves nothing.
  if ((state === "failed" || !report) && suite.failed === 0) {
    const failures = [
      { name: `ended early (${reason || "no report"})`, message: errorIn(file(`${name}.log`)) },
    ];
    return { ...suite, failed: 1, failures };
  }
  return suite;
}

/** The first errors in what a step printed, or its last lines. @param {string} log */
export function errorIn(log) {
  const lines = plain(log)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const surely = lines.findIndex((line) => /^\s*error(\[E\d+\])?:|✖|×|^Diff in/i.test(line));
  const error = surely === -1 ? lines.findIndex((line) => /\berror\b/i.test(line)) : surely;
  return firstLines(lines.slice(error === -1 ? -6 : error).join("\n"));
}

function named(name, message) {
  return [
    `  ${name}`,
    ...message
      .split("\n")
      .filter(Boolean)
      .map((line) => `      ${line}`),
  ];
}

function version(what, program, ...words) {
  try {
    return `${what} ${execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()}`;
  } catch {
    return `${what}: none found`;
  }
}

function versions() {
  const path = (script) => {
    try {
      return execFileSync(new URL(`../${script}`, import.meta.url).pathname, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
    } catch {
      return "";
    }
  };
  const postgres = path("find-postgres.sh");
  return [
    version("Rust:", "rustc", "--version"),
    `Node.js: ${process.version}`,
    version("Browser:", path("find-chromium.sh"), "--version"),
    process.env.TOWNPERK_TEST_POSTGRES_URL
      ? "PostgreSQL: the server that TOWNPERK_TEST_POSTGRES_URL names"
      : version("PostgreSQL:", join(postgres, "postgres"), "--version"),
    `Processors: ${cpus().length}`,
  ];
}

if (process.argv[1] === import.meta.filename) {
  const [folder, ...expected] = process.argv.slice(2);
  const file = (name) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const compiled = compiledLibraries(COMPILING.map((step) => file(`${step}.log`))).size;
  const libraries = countLibraries();
  const reused = libraries > compiled ? `, ${libraries - compiled} used again` : "";
  const known = [...versions(), `Libraries: ${compiled} compiled in this run${reused}`];
  const { lines, isWell } = lastScreen(readSteps(file("steps.tsv"), expected), file, known);
  console.log(lines.join("\n"));
  process.exitCode = isWell ? 0 : 1;
}
