// Playwright's JSON report.
import { firstLines } from "./suite.mjs";

/** @param {string} json @returns {import("./suite.mjs").Suite} */
export function readPlaywright(json) {
  const { stats, errors, suites } = JSON.parse(json);
  const tests = suites.flatMap((suite) => testsIn(suite, []));
  const failures = tests
    .filter(({ status }) => status === "unexpected")
    .map(({ name, results }) => ({ name, message: firstLines(messageOf(results)) }));
  // What happened outside of any test: a file that can't be loaded, a server that doesn't start.
  for (const { message = "" } of errors)
    failures.push({ name: "outside of a test", message: firstLines(message) });
  return {
    passed: stats.expected + stats.flaky,
    failed: failures.length,
    skipped: stats.skipped,
    failures,
    flaky: tests.filter(({ status }) => status === "flaky").map(({ name }) => name),
    slow: tests.map(({ name, results }) => ({ name, seconds: longest(results) / 1000 })),
    missing: [],
  };
}

function testsIn({ title, file, suites = [], specs = [] }, above) {
  const titles = title === file ? above : [...above, title];
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        name: `${spec.file}:${spec.line} ${[...titles, spec.title].join(" › ")}`,
        status,
        results,
      })),
    ),
    ...suites.flatMap((suite) => testsIn(suite, titles)),
  ];
}

function messageOf(results) {
  return results.flatMap(({ errors = [] }) => errors).map(({ message = "" }) => message)[0] ?? "";
}

function longest(results) {
  return Math.max(0, ...results.map(({ duration }) => duration));
}
