// Prints the tests to run once more, a line each: the words that select its program, a tab, its name. Nothing if a second try
// would prove nothing: a program ended early, code doesn't compile, or more failed than a hiccup explains.
// usage: node failed-rust-tests.mjs LOG
import { readFileSync } from "node:fs";
import { brokenPrograms, failedTests, readRust } from "./rust.mjs";

const MOST = 5;

const log = readFileSync(process.argv[2], "utf8");
const failed = failedTests(log);
if (
  failed.length <= MOST &&
  failed.length === readRust(log).failed &&
  brokenPrograms(log).length === 0 &&
  failed.every(({ target }) => target)
)
  for (const { name, target } of failed) console.log(`${target}\t${name}`);
