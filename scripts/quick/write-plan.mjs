// Writes the plan of `make quick` into a folder: rust.txt, web.txt and journeys.txt, a call or file a line; prints what is left out.
// usage: git diff --name-only … | node write-plan.mjs FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { planFor } from "./plan.mjs";

const folder = process.argv[2];
const files = readFileSync(0, "utf8").split("\n").filter(Boolean);
const modules = readFileSync(new URL("../../server/tests/it.rs", import.meta.url), "utf8");
const plan = planFor(files, modules);
writeFileSync(join(folder, "rust.txt"), lines(plan.rust));
writeFileSync(join(folder, "web.txt"), plan.web ? "changed\n" : "");
writeFileSync(join(folder, "journeys.txt"), lines(plan.journeys));
console.log(`${files.length} files differ from main.`);
for (const left of plan.leftOut) console.log(`Left out: ${left}`);

function lines(items) {
  return items.map((item) => `${item}\n`).join("");
}
