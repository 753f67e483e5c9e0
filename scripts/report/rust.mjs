// What `cargo test` printed.
import { firstLines, plain } from "./suite.mjs";

/**
 * @param {string} log  what a run of all tests printed
 * @param {string} again  what the failed tests printed that ran once more, each alone
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

  const passedAgain = new Set(
    [...plain(again).matchAll(/^test (.+) \.\.\. ok\b/gm)].map(([, name]) => name),
  );
  const messages = messagesIn(text);
  for (const { name } of failedTests(text)) {
    if (passedAgain.has(name)) {
      suite.flaky.push(name);
      suite.failed -= 1;
      suite.passed += 1;
    } else suite.failures.push({ name, message: firstLines(messages.get(name) ?? "") });
  }
  for (const failure of brokenPrograms(text)) {
    suite.failures.push(failure);
    suite.failed += 1;
  }
  return suite;
}

/**
 * Each failed test, with the words that select its program: `-p townperk --test it`.
 *
 * @param {string} log
 * @returns {{ name: string, target: string }[]}
 */
export function failedTests(log) {
  const found = [];
  let waiting = [];
  for (const line of plain(log).split("\n")) {
    const failed = /^test (.+) \.\.\. FAILED\b/.exec(line);
    if (failed) waiting.push(failed[1]);
    // Cargo says this after the program's last line.
    const rerun = /^error: (?:doc)?test failed, to rerun pass `(.+)`$/.exec(line);
    if (rerun) {
      found.push(...waiting.map((name) => ({ name, target: rerun[1] })));
      waiting = [];
    }
  }
  return [...found, ...waiting.map((name) => ({ name, target: "" }))];
}

/** What each failed test printed, from its panic on, without the way there. @param {string} text */
function messagesIn(text) {
  const messages = new Map();
  for (const [, name, printed] of text.matchAll(
    /^---- (.+) stdout ----\n([\s\S]*?)(?=^---- .+ stdout ----$|^failures:$|(?![\s\S]))/gm,
  )) {
    const [said] = printed.split(/^stack backtrace:$/m);
    const panic = said.search(/^thread .* panicked at /m);
    messages.set(name, said.slice(Math.max(panic, 0)));
  }
  return messages;
}

/** Programs that ended without a result, and code that doesn't compile. @param {string} text */
export function brokenPrograms(text) {
  const broken = [
    ...plain(text).matchAll(/^ +process didn't exit successfully: `(.+?)` \((signal: .+)\)$/gm),
  ].map(([, program, signal]) => ({ name: program, message: signal }));
  const errors = [...plain(text).matchAll(/^error(?:\[E\d+\])?: .+(?:\n +--> .+)?/gm)].map(
    ([error]) => error,
  );
  for (const [message] of plain(text).matchAll(/^error: could not compile .*$/gm))
    broken.push({
      name: message,
      message: firstLines(errors.filter((error) => error !== message).join("\n")),
    });
  return broken;
}
