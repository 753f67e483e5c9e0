// What `make quick` runs for the files that differ from main: the tests of their rooms, and what it leaves out.
import { EVERYWHERE, JOURNEYS } from "./journeys.mjs";

/**
 * @typedef {object} Plan
 * @property {string[]} lints  the steps of `make test` that lint what differs
 * @property {string[]} rust  the words of each call of `cargo test`
 * @property {boolean} web  whether tests of the web app run that depend on a file that differs
 * @property {string[]} journeys  files below e2e/
 * @property {string[]} leftOut  what only `make test` says, a sentence each
 */

/** Floors that everything above them stands on, from the lowest. */
const FLOORS = ["platform", "catalog", "pages", "http"];

/** Nothing in them changes what the other linter says. Any other file may, such as the Makefile. */
const LINTED_BY = {
  clippy: /^(server|crates)\/|^(Cargo\.(toml|lock)|clippy\.toml)$/,
  "web-lint": /^(web|e2e|bench)\//,
};
const LINTED_BY_NONE = /^(docs|deploy)\/|\.md$/;

/**
 * @param {string[]} files  paths from the project's folder
 * @param {string} modules  the source of server/tests/it.rs: which tests of the server are where
 * @param {(folder: string) => boolean} hasUnitTests  whether a folder of server/src has tests of its library
 * @returns {Plan}
 */
export function planFor(files, modules, hasUnitTests) {
  const folders = new Set();
  const crates = new Set();
  const named = new Set();
  const journeys = new Set();
  const leftOut = new Set();
  let web = false;
  for (const file of files) {
    const [top, ...rest] = file.split("/");
    if (file.startsWith("server/src/features/") && rest.length > 3) {
      folders.add(`features/${rest[2]}`);
      addJourneys(rest[2].replaceAll("_", "-"), journeys, leftOut);
    } else if (file.startsWith("server/src/") && FLOORS.includes(rest[1])) {
      folders.add(rest[1]);
      leftOut.add(`what stands on ${rest[1]}`);
    } else if (/^server\/tests\/(commands|house)\//.test(file)) named.add(moduleOf(rest.slice(1)));
    else if (top === "crates" && rest.length > 1) {
      crates.add(rest[0]);
      leftOut.add(`what depends on the crate ${rest[0]}`);
    } else if (top === "web") {
      web = true;
      if (file.startsWith("web/src/features/") && rest.length > 3)
        addJourneys(rest[2], journeys, leftOut);
      else if (!/\.test\.tsx?$/.test(file)) leftOut.add(`journeys that depend on ${file}`);
    } else if (file.endsWith(".e2e.ts")) journeys.add(rest.join("/"));
    else if (top === "deploy" || /^(compose\.yaml|Dockerfile)$/.test(file)) named.add("house::");
    else leftOut.add(`what depends on ${file}`);
  }
  if (journeys.size > 0 || web) leftOut.add(`the journeys of every page: ${EVERYWHERE.join(", ")}`);
  return {
    lints: lintsOf(files),
    rust: [
      ...[...crates].sort().map((crate) => `-p ${crate}`),
      ...unitTests([...folders].filter(hasUnitTests).sort()),
      ...serverTests([...folders].sort(), [...named].sort(), modules),
    ],
    web,
    journeys: [...journeys].sort(),
    leftOut: [...leftOut].sort(),
  };
}

function lintsOf(files) {
  const linted = files.filter((file) => !LINTED_BY_NONE.test(file));
  const others = { clippy: LINTED_BY["web-lint"], "web-lint": LINTED_BY.clippy };
  return Object.keys(LINTED_BY).filter((step) => linted.some((file) => !others[step].test(file)));
}

function addJourneys(room, journeys, leftOut) {
  if (JOURNEYS[room]) for (const journey of JOURNEYS[room]) journeys.add(`${journey}.e2e.ts`);
  else leftOut.add(`the room ${room} has no journey of its own`);
}

/** commands, backup, mod.rs: `commands::backup::` */
function moduleOf(parts) {
  const names = parts.map((part) => part.replace(/\.rs$/, "")).filter((name) => name !== "mod");
  return names.map((name) => `${name}::`).join("");
}

/** Compiling the library's tests takes longer than they do, so it is done where there are some. */
function unitTests(folders) {
  const names = folders.map((folder) => `${folder.replace("/", "::")}::`);
  return names.length > 0 ? [`-p townperk --lib -- ${names.join(" ")}`] : [];
}

function serverTests(folders, named, modules) {
  const inFolders = [...modules.matchAll(/#\[path = "\.\.\/src\/(.+?)"\]\s*mod (\w+);/g)]
    .filter(([, path]) => folders.some((folder) => path.startsWith(`${folder}/`)))
    .map(([, , name]) => `${name}::`);
  // The house's rules are about every file.
  const names = new Set([...(folders.length > 0 ? ["house::"] : []), ...named, ...inFolders]);
  return names.size > 0 ? [`-p townperk --test it -- ${[...names].join(" ")}`] : [];
}
