import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { EVERYWHERE, JOURNEYS } from "./journeys.mjs";
import { planFor } from "./plan.mjs";

const project = (path) => new URL(`../../${path}`, import.meta.url);
const MODULES = readFileSync(project("server/tests/it.rs"), "utf8");
const everyFolder = () => true;

test("a room's tests run on both sides, with its journeys and the rules of the house", () => {
  const plan = planFor(
    ["server/src/features/blog/manage/routes.rs", "web/src/features/blog/article.tsx"],
    MODULES,
    everyFolder,
  );
  assert.equal(plan.rust[0], "-p townperk --lib -- features::blog::");
  assert.match(plan.rust[1], /^-p townperk --test it -- house:: blog:: blog_manage:: /);
  assert.ok(!plan.rust[1].includes("votes::"), plan.rust[1]);
  assert.equal(plan.web, true);
  assert.deepEqual(plan.journeys, ["blog.e2e.ts", "publish.e2e.ts", "valid-feeds.e2e.ts"]);
  assert.equal(plan.leftOut.length, 1);
  assert.match(plan.leftOut[0], /^the journeys of every page: accessibility, /);
});

test("a room whose library has no tests doesn't wait for the others' to be compiled", () => {
  const plan = planFor(["server/src/features/blog/routes.rs"], MODULES, () => false);
  assert.equal(plan.rust.length, 1);
  assert.match(plan.rust[0], /^-p townperk --test it -- /);
});

test("a change below the rooms runs that floor's tests, and says what it leaves out", () => {
  const plan = planFor(
    ["server/src/platform/mail/store.rs", "crates/hours-text/src/lib.rs", "web/src/kit/a.tsx"],
    MODULES,
    everyFolder,
  );
  assert.equal(plan.rust[0], "-p hours-text");
  assert.equal(plan.rust[1], "-p townperk --lib -- platform::");
  assert.match(plan.rust[2], / mail::/);
  assert.deepEqual(plan.leftOut, [
    "journeys that depend on web/src/kit/a.tsx",
    `the journeys of every page: ${EVERYWHERE.join(", ")}`,
    "what depends on the crate hours-text",
    "what stands on platform",
  ]);
});

test("a journey that differs runs, and so do the tests of the server's own folders", () => {
  assert.deepEqual(planFor(["e2e/votes.e2e.ts"], MODULES, everyFolder).journeys, ["votes.e2e.ts"]);
  const commands = ["server/tests/commands/backup/mod.rs", "server/tests/commands/kills.rs"];
  assert.deepEqual(planFor(commands, MODULES, everyFolder).rust, [
    "-p townperk --test it -- commands::backup:: commands::kills::",
  ]);
  assert.deepEqual(planFor(["deploy/nginx.conf", "compose.yaml"], MODULES, everyFolder).rust, [
    "-p townperk --test it -- house::",
  ]);
});

test("what differs is linted, and nothing else", () => {
  const lints = (...files) => planFor(files, MODULES, everyFolder).lints;
  assert.deepEqual(lints("server/src/features/blog/routes.rs", "CHANGELOG.md"), ["clippy"]);
  assert.deepEqual(lints("e2e/votes.e2e.ts", "docs/articles.md"), ["web-lint"]);
  assert.deepEqual(lints("server/openapi.json", "web/src/api/schema.gen.ts"), [
    "clippy",
    "web-lint",
  ]);
  assert.deepEqual(lints("Makefile"), ["clippy", "web-lint"]);
  assert.deepEqual(lints("docs/articles.md"), []);
});

test("nothing that differs is passed over in silence", () => {
  assert.deepEqual(
    planFor(["scripts/with-postgres.sh", "docs/articles.md"], MODULES, everyFolder),
    {
      lints: ["clippy", "web-lint"],
      rust: [],
      web: false,
      journeys: [],
      leftOut: ["what depends on docs/articles.md", "what depends on scripts/with-postgres.sh"],
    },
  );
});

test("every journey belongs to a room or to every page", () => {
  const named = new Set([...Object.values(JOURNEYS).flat(), ...EVERYWHERE]);
  const files = readdirSync(project("e2e")).filter((file) => file.endsWith(".e2e.ts"));
  assert.deepEqual(
    files.map((file) => file.replace(".e2e.ts", "")).filter((journey) => !named.has(journey)),
    [],
  );
});

test("every room and journey that is named is there", () => {
  for (const [room, journeys] of Object.entries(JOURNEYS)) {
    const server = room.replaceAll("-", "_");
    assert.ok(
      existsSync(project(`web/src/features/${room}`)) ||
        existsSync(project(`server/src/features/${server}`)),
      room,
    );
    for (const journey of journeys)
      assert.ok(existsSync(project(`e2e/${journey}.e2e.ts`)), journey);
  }
  const rooms = readdirSync(project("web/src/features"), { withFileTypes: true });
  const unnamed = rooms.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(
    unnamed.filter((room) => !JOURNEYS[room]),
    ["api-docs", "design", "legal"],
    "rooms without a journey of their own",
  );
});
