// Prints the software bill of materials (CycloneDX 1.5) of the program: the crates that are compiled into it, and the
// packages of the web app that it contains. Reads Cargo.lock (through cargo) and web/package-lock.json.
// usage: node scripts/sbom.mjs TARGET
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const target = process.argv[2];
if (!target) throw new Error("usage: node scripts/sbom.mjs TARGET, such as x86_64-unknown-linux-gnu");
const cargo = JSON.parse(
  execFileSync(
    "cargo",
    ["metadata", "--format-version", "1", "--locked", "--filter-platform", target],
    { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] },
  ),
);
const packages = new Map(cargo.packages.map((one) => [one.id, one]));
const nodes = new Map(cargo.resolve.nodes.map((one) => [one.id, one]));
const program = cargo.packages.find((one) => one.name === "townperk");

/** Everything that `id` is built from, without what only its tests or its build need. */
function reach(id, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const { pkg, dep_kinds } of nodes.get(id).deps)
    if (dep_kinds.some(({ kind }) => kind === null)) reach(pkg, found);
  return found;
}

const crates = [...reach(program.id)]
  .filter((id) => id !== program.id)
  .map((id) => packages.get(id))
  .map(({ name, version, license, checksum }) => ({
    type: "library",
    name,
    version,
    purl: `pkg:cargo/${name}@${version}`,
    ...(license && { licenses: [{ expression: license.replaceAll("/", " OR ") }] }),
    ...(checksum && { hashes: [{ alg: "SHA-256", content: checksum }] }),
  }));

const lock = JSON.parse(readFileSync("web/package-lock.json", "utf8"));
const modules = Object.entries(lock.packages)
  .filter(([path, { dev, optional }]) => path.startsWith("node_modules/") && !dev && !optional)
  .map(([path, { version, license }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return {
      type: "library",
      name,
      version,
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      ...(license && { licenses: [{ expression: license }] }),
    };
  });

const by = (one, other) => (one.purl < other.purl ? -1 : 1);
const bill = {
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: {
    component: {
      type: "application",
      name: program.name,
      version: program.version,
      licenses: [{ expression: program.license }],
    },
  },
  components: [...crates, ...modules].sort(by),
};
console.log(JSON.stringify(bill, null, 2));
