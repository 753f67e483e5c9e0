// Prints the total test count of one run of scripts/test.sh from its report folder.
// Exits 1 if a test failed, or if a suite started but left no count (it crashed, so it proves nothing).
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @param {string} log  the output of `cargo test`: one "test result:" line per test binary and per crate's doc tests */
export function countRust(log) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const plain = stripVTControlCharacters(log);
  for (const [, passed, failed, ignored] of plain.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
  )) {
    count.passed += Number(passed);
    count.failed += Number(failed);
    count.skipped += Number(ignored);
  }
  const skipped = skippedTests(log).length;
  count.passed -= skipped;
  count.skipped += skipped;
  // A killed binary prints no result line, but cargo names it; it counts as one failure.
  if (
    count.failed === 0 &&
    /^error: (\d+ targets? failed|test failed|could not compile)/m.test(plain)
  )
    count.failed = 1;
  return count;
}

/** Tests that found the program missing that they need. @param {string} log  the output of `cargo test` @returns {string[]} */
export function skippedTests(log) {
  return [...log.matchAll(/skipped: (\S+): (no program .*)/g)].map(
    ([, test, reason]) => `${test}: ${reason}`,
  );
}

/** @param {string} json  vitest's JSON report */
export function countVitest(json) {
  const report = JSON.parse(json);
  const failed = report.numFailedTests;
  return {
    passed: report.numPassedTests,
    // A file that can't be loaded fails without containing tests.
    failed: failed === 0 && !report.success ? Math.max(1, report.numFailedTestSuites) : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** @param {string} json  Playwright's JSON report */
export function countPlaywright(json) {
  const { stats, errors } = JSON.parse(json);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** The browser tests that passed on the second attempt. @param {string} json  Playwright's JSON report @returns {string[]} */
export function flakyTests(json) {
  const within = ({ suites = [], specs = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...suites.flatMap(within),
  ];
  return within(JSON.parse(json));
}

/** @param {string} xml  a JUnit report: one test per API operation that schemathesis tested */
export function countJunit(xml) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const [, test = ""] of xml.matchAll(/<testcase\b[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    if (/<(failure|error)\b/.test(test)) count.failed += 1;
    else if (/<skipped\b/.test(test)) count.skipped += 1;
    else count.passed += 1;
  }
  return count;
}

const suites = [
  { name: "rust", file: "rust.log", count: countRust },
  { name: "web", file: "web.json", count: countVitest },
  { name: "browser", file: "browser.json", count: countPlaywright },
  { name: "api", file: "api.xml", count: countJunit },
];

/** @param {string} folder  the report folder of one run */
export function countAll(folder) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    if (!existsSync(join(folder, `${suite.name}.began`))) continue;
    const path = join(folder, suite.file);
    const count = existsSync(path)
      ? suite.count(readFileSync(path, "utf8"))
      : { passed: 0, failed: 1, skipped: 0 };
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
  }
  return total;
}

if (process.argv[1] === import.meta.filename) {
  const total = countAll(process.argv[2]);
  const rust = join(process.argv[2], "rust.log");
  if (existsSync(rust))
    for (const test of skippedTests(readFileSync(rust, "utf8"))) console.log(`Skipped: ${test}`);
  const browser = join(process.argv[2], "browser.json");
  if (existsSync(browser))
    for (const test of flakyTests(readFileSync(browser, "utf8")))
      console.log(`Passed at the second try, fix its cause: ${test}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}
