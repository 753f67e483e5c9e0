// vitest's JSON report.
import { firstLines } from "./suite.mjs";

/** @param {string} json @returns {import("./suite.mjs").Suite} */
export function readVitest(json) {
  const report = JSON.parse(json);
  const tests = report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, name: `${inProject(file)} ${test.fullName}` })),
  );
  const failures = tests
    .filter(({ status }) => status === "failed")
    .map(({ name, failureMessages }) => ({
      name,
      message: firstLines(failureMessages.join("\n")),
    }));
  // A file that can't be loaded fails without containing tests.
  for (const { name, status, message, assertionResults } of report.testResults)
    if (status === "failed" && assertionResults.every((test) => test.status !== "failed"))
      failures.push({ name: inProject(name), message: firstLines(message) });
  if (!report.success && failures.length === 0)
    failures.push({ name: "vitest", message: "it failed without saying which test" });
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    flaky: [],
    slow: tests.map(({ name, duration }) => ({ name, seconds: (duration ?? 0) / 1000 })),
    missing: [],
  };
}

/** @param {string} file  an absolute path */
function inProject(file) {
  return file.replace(/^.*\/web\//, "web/");
}
