import assert from "node:assert/strict";
import { test } from "node:test";
import { compiledLibraries } from "./libraries.mjs";
import { errorIn, lastScreen, readSteps } from "./print.mjs";
import { failedTests, readRust } from "./rust.mjs";

const RUST = `     Running tests/it.rs (target/debug/deps/it-0a)

running 4 tests
test votes::once ... ok <0.250s>
test votes::twice::sqlite ... FAILED <1.500s>
test votes::without_a_proxy ... ok <0.001s>
test slow ... ignored

failures:

---- votes::twice::sqlite stdout ----
skipped: votes::without_a_proxy: no program pgbouncer

thread 'votes::twice::sqlite' (12) panicked at server/tests/votes.rs:7:9:
assertion \`left == right\` failed
  left: 2
 right: 1
stack backtrace:
   0: __rustc::rust_begin_unwind

failures:
    votes::twice::sqlite

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 2.00s

error: test failed, to rerun pass \`-p townperk --test it\`
     Running unittests src/lib.rs (target/debug/deps/townperk-0b)

running 1 test
test rules::hold ... ok <0.010s>

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s

error: 1 target failed:
    \`-p townperk --test it\`
`;

test("a failed Rust test is named with the first lines of its message", () => {
  const suite = readRust(RUST);
  assert.deepEqual(
    [suite.passed, suite.failed, suite.skipped],
    [2, 1, 2],
    "what found no program passed without proving anything",
  );
  assert.deepEqual(suite.failures, [
    {
      name: "votes::twice::sqlite",
      message: [
        "thread 'votes::twice::sqlite' (12) panicked at server/tests/votes.rs:7:9:",
        "assertion `left == right` failed",
        "  left: 2",
        " right: 1",
      ].join("\n"),
    },
  ]);
  assert.deepEqual(
    failedTests(RUST).map(({ name, target }) => [name, target]),
    [["votes::twice::sqlite", "-p townperk --test it"]],
  );
  assert.equal(suite.slow.find(({ name }) => name === "votes::twice::sqlite")?.seconds, 1.5);
});

test("what passes at the second try is flaky and no failure", () => {
  const elsewhere = "-p other --lib\tvotes::twice::sqlite\tok\n";
  assert.equal(readRust(RUST, elsewhere).failed, 1, "another program's test of the same name");
  const suite = readRust(RUST, `${elsewhere}-p townperk --test it\tvotes::twice::sqlite\tok\n`);
  assert.deepEqual([suite.passed, suite.failed], [3, 0]);
  assert.deepEqual(suite.flaky, ["votes::twice::sqlite"]);
  assert.deepEqual(suite.failures, []);
});

test("code that doesn't compile and a program that was killed are failures", () => {
  const uncompiled = readRust(
    "error[E0308]: mismatched types\n --> server/src/lib.rs:1:1\n\nerror: could not compile `townperk` (lib) due to 1 previous error\n",
  );
  assert.equal(uncompiled.failed, 1);
  assert.equal(
    uncompiled.failures[0].message,
    "error[E0308]: mismatched types\n --> server/src/lib.rs:1:1",
  );
  const killed = readRust(
    "running 2 tests\nerror: test failed, to rerun pass `-p townperk --test it`\n\nCaused by:\n  process didn't exit successfully: `it-0a` (signal: 9, SIGKILL: kill)\n",
  );
  assert.deepEqual(killed.failures, [
    { name: "-p townperk --test it", message: "signal: 9, SIGKILL: kill" },
  ]);
});

test("a program that ends without a result has failed, also beside one with a failed test", () => {
  const suite = readRust(
    `running 9 tests\nerror: test failed, to rerun pass \`-p townperk --lib\`\n\nCaused by:\n  process didn't exit successfully: \`townperk-0a\` (exit status: 2)\n${RUST}`,
  );
  assert.deepEqual(
    suite.failures.map(({ name }) => name),
    ["votes::twice::sqlite", "-p townperk --lib"],
  );
  assert.equal(suite.failures[1].message, "exit status: 2");
  assert.equal(suite.failed, 2);
});

test("a failed test is found though its own line is torn", () => {
  const torn = RUST.replace("... FAILED <1.500s>", "... WARN the pool is slow\nFAILED <1.500s>");
  assert.deepEqual(
    readRust(torn).failures.map(({ name }) => name),
    ["votes::twice::sqlite"],
  );
});

const VITEST = JSON.stringify({
  success: false,
  numPassedTests: 1,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [
    {
      name: "/home/a/townperk/web/src/votes.test.tsx",
      status: "failed",
      message: "",
      assertionResults: [
        { fullName: "votes once", status: "passed", duration: 5, failureMessages: [] },
        {
          fullName: "votes twice",
          status: "failed",
          duration: 7,
          failureMessages: ["Error: expected 2\n    at x"],
        },
      ],
    },
    {
      name: "/home/a/townperk/web/src/map.test.ts",
      status: "failed",
      message: "no such import",
      assertionResults: [],
    },
  ],
});

const BROWSER = JSON.stringify({
  stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
  errors: [],
  suites: [
    {
      title: "votes.e2e.ts",
      file: "votes.e2e.ts",
      specs: [],
      suites: [
        {
          title: "on a phone",
          file: "votes.e2e.ts",
          specs: [
            spec("a vote counts", 3, "expected"),
            spec("a vote is taken back", 9, "unexpected", "Error: \u001b[31mno button\u001b[39m"),
            spec("a vote without a network waits", 20, "flaky"),
          ],
        },
      ],
    },
  ],
});

function spec(title, line, status, message) {
  const errors = message ? [{ message }] : [];
  return {
    title,
    file: "votes.e2e.ts",
    line,
    tests: [{ status, results: [{ duration: 2000, errors }] }],
  };
}

const API =
  '<testsuite><testcase name="GET /api/cities" time="1.5"/><testcase name="POST /api/votes" time="0.5">' +
  '<failure type="failure" message="1. Server error">[500] &lt;Internal&gt;</failure></testcase></testsuite>';

const STEPS = `formats\tpassed\t4\t
clippy\tfailed\t200\texit 2
rust\tfailed\t900\texit 101
web\tfailed\t60\texit 1
browser\tfailed\t480\texit 1
api\tfailed\t100\texit 1
docs\tskipped\t0\tweb-app could not be built
`;

test("the last screen names everything that failed in one run, and ends with the count", () => {
  const files = {
    "clippy.log": "    Checking townperk\nerror: unused variable\n --> server/src/lib.rs:3:5\n",
    "rust-tests.log": RUST,
    "web.json": VITEST,
    "browser.json": BROWSER,
    "api.xml": API,
  };
  const { lines, isWell } = lastScreen(readSteps(STEPS), (name) => files[name] ?? "", [
    "Node.js: v20",
  ]);
  assert.equal(isWell, false);
  const screen = lines.join("\n");
  for (const said of [
    "  clippy (exit 2)\n      error: unused variable\n       --> server/src/lib.rs:3:5",
    "  rust: votes::twice::sqlite\n      thread",
    "  web: web/src/votes.test.tsx votes twice\n      Error: expected 2",
    "  web: web/src/map.test.ts\n      no such import",
    "  browser: votes.e2e.ts:9 on a phone › a vote is taken back\n      Error: no button",
    "  api: POST /api/votes\n      1. Server error\n      [500] <Internal>",
    "Passed at the second try; mend the cause\n  browser: votes.e2e.ts:20 on a phone › a vote without a network waits",
    "  docs: web-app could not be built",
    "    2.0 s  browser: votes.e2e.ts:3 on a phone › a vote counts",
    "    900 s  rust, failed",
    "  Node.js: v20",
  ])
    assert.ok(screen.includes(said), `${said}\n\nis not in\n${screen}`);
  assert.equal(lines.at(-1), "6 passed, 5 failed, 2 skipped");
});

test("a suite that left no report has failed, and a step that can't is no test", () => {
  const broken = lastScreen(
    readSteps("browser\tfailed\t3\texit 1\n"),
    (name) => (name === "browser.log" ? "Error: no Chromium\n" : ""),
    [],
  );
  assert.equal(broken.isWell, false);
  assert.ok(broken.lines.includes("  browser: ended early (exit 1)"), broken.lines.join("\n"));
  assert.equal(broken.lines.at(-1), "0 passed, 1 failed, 0 skipped");
  const unproven = lastScreen(readSteps("rust\tpassed\t3\t\n"), () => "", []);
  assert.equal(unproven.isWell, false, "no test ran");
  const fine = lastScreen(readSteps("formats\tpassed\t3\t\n"), () => "", []);
  assert.equal(fine.isWell, true);
  assert.equal(fine.lines.at(-1), "0 passed, 0 failed, 0 skipped");
});

test("a step that should have run and has no line has failed", () => {
  const stopped = lastScreen(
    readSteps("formats\tpassed\t3\t\n", ["formats", "deploy", "api"]),
    () => "",
    [],
  );
  assert.equal(stopped.isWell, false);
  const screen = stopped.lines.join("\n");
  assert.match(screen, /^ {2}deploy \(not finished\)$/m);
  assert.match(screen, /^ {2}api: ended early \(not finished\)$/m);
});

test("a step's error is found in what it printed, or its end is shown", () => {
  assert.equal(errorIn("one\ntwo\nerror: three\nfour\n"), "error: three\nfour");
  assert.equal(errorIn("    Checking quick-error v2\nerror: three\n"), "error: three");
  assert.equal(errorIn("1\n2\n3\n4\n5\n6\n7\n"), "2\n3\n4\n5\n6\n7");
});

test("libraries that several steps compiled count once, and the project's packages not at all", () => {
  const clippy = "    Checking serde v1.0.200\n    Checking townperk v0.1.0 (/project/server)\n";
  const rust =
    "   Compiling serde v1.0.200\n   Compiling axum v0.8.1\n   Compiling hours-text v0.1.0 (/project/crates/hours-text)\n";
  assert.deepEqual([...compiledLibraries([clippy, rust, ""])], ["serde v1.0.200", "axum v0.8.1"]);
});
