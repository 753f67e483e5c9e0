/**
 * Weighs what a first visit to home, a city and a shop loads together, as the server sends it (brotli), and
 * fails above the budget.
 */
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const BUDGET = { javascript: 115_000, css: 20_000 };
const VISIT = ["home", "city", "shop"];

const client = new URL("../dist/client/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", client), "utf8"));
const { routes } = JSON.parse(
  readFileSync(new URL("../dist/routes.json", import.meta.url), "utf8"),
);

const weigh = (file) => brotliCompressSync(readFileSync(new URL(file, client))).length;

/** The files that a module needs at once: its own and those of its static imports. */
function filesOf(key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of chunk.css ?? []) seen.add(file);
  for (const next of chunk.imports ?? []) filesOf(next, seen);
  return seen;
}

const files = filesOf("src/routes/entry-client.tsx");
for (const route of routes) if (VISIT.includes(route.name)) filesOf(route.module, files);

const totals = { javascript: 0, css: 0 };
for (const file of [...files].sort()) {
  const bytes = weigh(file);
  totals[file.endsWith(".css") ? "css" : "javascript"] += bytes;
  console.log(`${String(bytes).padStart(8)}  ${file}`);
}
let heavy = false;
for (const [kind, total] of Object.entries(totals)) {
  const verdict = total <= BUDGET[kind] ? "within" : "ABOVE";
  heavy ||= total > BUDGET[kind];
  console.log(
    `${String(total).padStart(8)}  ${kind}, brotli, ${verdict} the budget of ${BUDGET[kind]}`,
  );
}
if (heavy) process.exit(1);
