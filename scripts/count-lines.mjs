// Prints the lines of code of the product, without blank lines, comments, tests and generated files, and what is longer than 400.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const LONGEST_FILE = 400;

const PARTS = [
  { name: "Rust", is: (/** @type {string} */ path) => /^(server|crates\/[^/]+)\/src\/.*\.rs$/.test(path) },
  { name: "Web", is: (/** @type {string} */ path) => /^web\/(src|worker)\/.*\.(tsx?|css)$/.test(path) },
];

/** @param {string} path */
const isTest = (path) => /(^|\/)tests?\/|tests?\.(rs|tsx?)$|_tests\.rs$/.test(path);
/** @param {string} path */
const isGenerated = (path) => /\.gen\.ts$/.test(path);

/** @param {string} text  the source of one file */
export function linesOfCode(text) {
  // A module of tests ends the file that it is in.
  const [code = ""] = text.split(/^#\[cfg\(test\)\]\nmod \w+ \{/m);
  const plain = code.replace(/\/\*[\s\S]*?\*\//g, "");
  return plain.split("\n").filter((line) => /^\s*(?!\/\/)\S/.test(line)).length;
}

function main() {
  const listed = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" });
  const files = listed.split("\0").filter((path) => !isTest(path) && !isGenerated(path));
  for (const { name, is } of PARTS) {
    const sources = files.filter(is).map((path) => ({ path, text: readFileSync(path, "utf8") }));
    const total = sources.reduce((sum, { text }) => sum + linesOfCode(text), 0);
    process.stdout.write(`${name}: ${total} lines of code in ${sources.length} files\n`);
    const long = sources
      .map(({ path, text }) => ({ path, length: text.split("\n").length - 1 }))
      .filter(({ length }) => length > LONGEST_FILE)
      .sort((one, other) => other.length - one.length);
    for (const { path, length } of long)
      process.stdout.write(`  ${length} ${path}\n`);
  }
}

if (process.argv[1] === import.meta.filename) main();
