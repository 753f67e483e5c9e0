// How many of the libraries that Cargo.lock names had been compiled by an earlier run.
import { execFileSync } from "node:child_process";
import { plain } from "./suite.mjs";

/** The libraries that Cargo compiled or checked, each once. Packages of the project have their folder behind the version. @param {string[]} logs */
export function compiledLibraries(logs) {
  const named = /^ +(?:Compiling|Checking) (\S+ v\S+)$/gm;
  return new Set(logs.flatMap((log) => [...plain(log).matchAll(named)].map(([, name]) => name)));
}

/** The number of libraries that this machine compiles for the project; 0 if Cargo doesn't know. */
export function countLibraries() {
  try {
    const host = /^host: (.+)$/m.exec(said("rustc", "-vV"))?.[1] ?? "";
    const metadata = said("cargo", "metadata", "--format-version=1", `--filter-platform=${host}`);
    return JSON.parse(metadata).packages.filter(({ source }) => source !== null).length;
  } catch {
    return 0;
  }
}

/** Most of Cargo's answer is some megabytes. */
const MOST_BYTES = 64 * 1024 * 1024;

function said(program, ...words) {
  return execFileSync(program, words, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: MOST_BYTES,
  });
}
