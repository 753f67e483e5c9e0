/**
 * Measures the size of a first visit as sent by the server (Brotli) and fails above the budget: for home, a city and a
 * shop together; for owners, helpers and the administrator, their frame and the heaviest of their screens.
 */
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const BUDGET = { visitor: 115_000, owner: 165_000, helper: 165_000, admin: 165_000 };
const BUDGET_CSS = 20_000;
/** What keeps early presses arrives with the style sheet. */
const BUDGET_STARTER = 900;
const VISIT = ["home", "city", "shop"];

const client = new URL("../dist/client/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", client), "utf8"));
const { routes } = JSON.parse(
  readFileSync(new URL("../dist/routes.json", import.meta.url), "utf8"),
);

const isStyle = (file) => file.endsWith(".css");

const weights = new Map();
function weigh(file) {
  const known = weights.get(file);
  const bytes = known ?? brotliCompressSync(readFileSync(new URL(file, client))).length;
  weights.set(file, bytes);
  return bytes;
}

/** The files that a module loads at once: its own and those of its static imports. */
function filesOf(key, seen) {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? []).filter(isStyle)])
    seen.add(file);
  for (const next of chunk.imports ?? []) filesOf(next, seen);
  return seen;
}

function visitTo(screens) {
  const files = filesOf("src/routes/entry-client.tsx", new Set());
  const isShell = screens.some(({ cache }) => cache === "shell");
  filesOf(isShell ? "src/routes/shell-routes.tsx" : "src/routes/starter.ts", files);
  for (const { module, audience } of screens) {
    filesOf(module, files);
    if (audience === "admin") filesOf("src/components/admin/workbench.tsx", files);
  }
  return [...files].sort();
}

let heavy = false;
function report(name, files, budget) {
  const total = sizeOf(files);
  heavy ||= total > budget;
  const verdict = total <= budget ? "within" : "ABOVE";
  console.log(`${String(total).padStart(8)}  ${name}, brotli, ${verdict} the budget of ${budget}`);
}

const visits = {
  visitor: visitTo(routes.filter(({ name }) => VISIT.includes(name))),
  owner: visitTo(routes.filter(({ audience }) => audience === "owner")),
  helper: visitTo(routes.filter(({ audience }) => audience === "helper")),
  admin: visitTo(routes.filter(({ audience }) => audience === "admin")),
};
const scripts = (files) => files.filter((file) => !isStyle(file));
const sizeOf = (files) => files.map(weigh).reduce((sum, bytes) => sum + bytes, 0);

/** The heaviest first visit to one screen of an audience. */
function heaviest(audience) {
  const screens = routes.filter((route) => route.audience === audience);
  const sizes = screens.map((screen) => ({ screen, files: scripts(visitTo([screen])) }));
  return sizes.toSorted((one, other) => sizeOf(other.files) - sizeOf(one.files))[0];
}

const everything = new Set(Object.values(visits).flat());
for (const file of [...everything].sort()) {
  const whose = Object.keys(visits).filter((name) => visits[name].includes(file));
  console.log(`${String(weigh(file)).padStart(8)}  ${file} (${whose.join(", ")})`);
}
report("JavaScript, visitor", scripts(visits.visitor), BUDGET.visitor);
for (const audience of ["owner", "helper", "admin"]) {
  const { screen, files } = heaviest(audience);
  report(`JavaScript, ${audience}, heaviest: ${screen.name}`, files, BUDGET[audience]);
}
report("starter", [...filesOf("src/routes/starter.ts", new Set())], BUDGET_STARTER);
report("CSS", [...everything].filter(isStyle), BUDGET_CSS);
if (heavy) process.exit(1);
