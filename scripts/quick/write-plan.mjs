// Writes the plan of `make quick` into a folder: lints.txt, rust.txt, web.txt and journeys.txt, a step, call or file a line;
// prints what is left out.
// usage: git diff --name-only … | node write-plan.mjs FOLDER
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planFor } from "./plan.mjs";

const folder = process.argv[2];
const files = readFileSync(0, "utf8").split("\n").filter(Boolean);
const inProject = (path) => new URL(`../../${path}`, import.meta.url);
const modules = readFileSync(inProject("server/tests/it.rs"), "utf8");
const plan = planFor(files, modules, hasUnitTests);
// What differs may be gone.
const journeys = plan.journeys.filter((file) => existsSync(inProject(`e2e/${file}`)));
const rust = plan.rust.filter((words) => {
  const [, crate] = words.split(" ");
  return crate === "townperk" || existsSync(inProject(`crates/${crate}/Cargo.toml`));
});
writeFileSync(join(folder, "lints.txt"), lines(plan.lints));
writeFileSync(join(folder, "rust.txt"), lines(rust));
writeFileSync(join(folder, "web.txt"), plan.web ? "changed\n" : "");
writeFileSync(join(folder, "journeys.txt"), lines(journeys));
console.log(`${files.length} files differ from main.`);
const steps = [
  "generated files",
  "weight",
  "API tests",
  "documentation",
  "the server without sandbox",
];
for (const left of [...steps, ...plan.leftOut]) console.log(`Left out: ${left}`);

function hasUnitTests(folder) {
  const path = inProject(`server/src/${folder}/`);
  if (!existsSync(path)) return false;
  return readdirSync(path, { recursive: true })
    .filter((name) => name.endsWith(".rs"))
    .some((name) => readFileSync(new URL(name, path), "utf8").includes("cfg(test)"));
}

function lines(items) {
  return items.map((item) => `${item}\n`).join("");
}
