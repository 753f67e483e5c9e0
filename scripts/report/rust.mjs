// What `cargo test` printed.
import { firstLines, plain } from "./suite.mjs";

/**
 * @param {string} log  what a run of all tests printed
 * @param {string} again  a line for each failed test that ran once more, alone: target, name, "ok" or "failed", with tabs between
 * @returns {import("./suite.mjs").Suite}
 */
export function readRust(log, again = "") {
  const text = plain(log);
  const suite = {
    passed: 0,
    failed: 0,
    skipped: 0,
    failures: [],
    flaky: [],
    slow: [],
    missing: [],
  };
  for (const [, passed, failed, ignored] of text.matchAll(
    /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm,
  )) {
    suite.passed += Number(passed);
    suite.failed += Number(failed);
    suite.skipped += Number(ignored);
  }
  suite.missing = [...text.matchAll(/skipped: (\S+): (no program .*)/g)].map(
    ([, test, reason]) => `${test}: ${reason}`,
  );
  suite.passed -= suite.missing.length;
  suite.skipped += suite.missing.length;
  suite.slow = [...text.matchAll(/^test (.+) \.\.\. \w+ <([\d.]+)s>$/gm)].map(
    ([, name, seconds]) => ({ name, seconds: Number(seconds) }),
  );

  const triedAgain = again.split("\n").map((line) => line.split("\t"));
  for (const { name, target, message } of failedTests(text)) {
    const passedAgain = triedAgain.some(
      ([where, what, result]) => where === target && what === name && result === "ok",
    );
    if (passedAgain) {
      suite.flaky.push(name);
      suite.failed -= 1;
      suite.passed += 1;
    } else suite.failures.push({ name, message });
  }
  for (const failure of brokenPrograms(text)) {
    suite.failures.push(failure);
    suite.failed += 1;
  }
  return suite;
}

/** Cargo says this after the last line of a program that failed. */
const RERUN = /^error: (?:doc)?test failed, to rerun pass `(.+)`$/m;

/**
 * Each failed test, with the words that select its program, `-p townperk --test it`, and the first lines of its message.
 *
 * @param {string} log
 * @returns {{ name: string, target: string, message: string }[]}
 */
export function failedTests(log) {
  return failedPrograms(plain(log)).flatMap(({ target, printed }) =>
    namesIn(printed).map((name) => ({ name, target, message: messageOf(name, printed) })),
  );
}

/** What was printed up to the end of each program that failed. The last may have no end. @param {string} text */
function failedPrograms(text) {
  const parts = text.split(new RegExp(RERUN.source, "gm"));
  const programs = [];
  for (let at = 0; at < parts.length; at += 2)
    programs.push({ printed: parts[at], target: parts[at + 1] ?? "" });
  return programs;
}

/** The list before a program's result: a test's own line can be torn by what others print meanwhile. @param {string} printed */
function namesIn(printed) {
  const lists = [...printed.matchAll(/^failures:\n((?: {4}.+\n)+)/gm)];
  return lists.flatMap(([, list]) =>
    list
      .split("\n")
      .filter(Boolean)
      .map((line) => line.slice(4)),
  );
}

/** From its panic on, without the way there. @param {string} name @param {string} printed */
function messageOf(name, printed) {
  const [, after = ""] = printed.split(`---- ${name} stdout ----\n`);
  const [own = ""] = after.split(/^---- .+ stdout ----$|^failures:$/m);
  const [said = ""] = own.split(/^stack backtrace:$/m);
  return firstLines(said.slice(Math.max(said.search(/^thread .* panicked at /m), 0)));
}

/** Programs that ended without a result, and code that doesn't compile. @param {string} log */
export function brokenPrograms(log) {
  const text = plain(log);
  const broken = [];
  const programs = failedPrograms(text);
  for (const [at, { printed, target }] of programs.entries())
    if (target && namesIn(printed).length === 0)
      broken.push({ name: target, message: reasonOf(programs[at + 1]?.printed ?? "") });
  const errors = [...text.matchAll(/^error(?:\[E\d+\])?: .+(?:\n +--> .+)?/gm)].map(
    ([error]) => error,
  );
  for (const [message] of text.matchAll(/^error: could not compile .*$/gm))
    broken.push({
      name: message,
      message: firstLines(errors.filter((error) => error !== message).join("\n")),
    });
  return broken;
}

/** Cargo's words about a program that ended early. @param {string} after  what follows the program */
function reasonOf(after) {
  const [, reason] =
    /^\s*Caused by:\n\s+process didn't exit successfully: `.+?` \((.+)\)/.exec(after) ?? [];
  return reason ?? "it ended without a result";
}
