// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { AMENITIES, OWNER_AMENITIES } from "../../src/lib/amenities.ts";
import type { ShellDefinition } from "../../src/lib/route-definition.ts";
import { routesJson } from "../../src/routes/routes-json.ts";
import { shellTable } from "../../src/routes/shell-table.ts";

const src = resolve(import.meta.dirname, "../../src");

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(resolve(src, file), "utf8") }));

const filesWith = (is: (text: string) => boolean) =>
  files.filter(({ text }) => is(text)).map(({ file }) => file);

it("amenities are listed once; a sample shop has all of a shop's fields", () => {
  const lists = filesWith(
    (text) => OWNER_AMENITIES.filter(({ field }) => text.includes(field)).length > 3,
  );
  expect(lists.sort()).toEqual(["features/design/samples.ts", "lib/amenities.ts"]);
});

it("visitors can filter by every amenity, in the order of the list", () => {
  const { routes } = JSON.parse(routesJson());
  const search = routes.find(({ name }: { name: string }) => name === "search");
  const fields = AMENITIES.map(({ field }) => field);
  expect(Object.keys(search.query).filter((name) => fields.some((it) => it === name))).toEqual(
    fields,
  );
  expect(search.reads.join()).toContain(`,${fields.join()},`);
});

it("a service that isn't set up is said in one way", () => {
  const notices = filesWith((text) => /restart\s(it|the\sserver)/.test(text));
  expect(notices.length).toBeGreaterThan(2);
  expect(notices).toEqual(filesWith((text) => text.includes("<NotSetUp ")));
});

it("an undo button is written once, besides an owner's own", () => {
  const buttons = filesWith((text) => /"Undoing(…|\.\.\.)"/.test(text));
  expect(buttons.sort()).toEqual([
    "components/suggestions/suggestion-card.tsx",
    "features/your-shop/components/history.tsx",
    "kit/undo-button.tsx",
  ]);
});

it("the API is called by the typed client; only reads by an address that a table gave aren't", () => {
  const untyped = filesWith((text) => /\bgetJson\(|[^.]\bfetch\(["'`]\/api/.test(text));
  expect(untyped.sort()).toEqual(["api/client.ts", "kit/api.ts", "routes/entry-client.tsx"]);
});

it("what a write changes is told by subject; a vote and a payment tell it without the panel's table", () => {
  const tellers = filesWith((text) => /\b(invalidateQueries|refetchQueries)\(/.test(text));
  expect(tellers.sort()).toEqual([
    "components/admin/use-runs.ts",
    "features/shops/components/payment-return.ts",
    "features/votes/cast-vote.ts",
    "kit/subjects.ts",
  ]);
});

it("a tab of the panel is named once: its screen takes the heading from the routes", () => {
  const tabs = Object.values<ShellDefinition>(shellTable).flatMap(({ tab = [] }) => tab);
  expect(tabs.length).toBeGreaterThan(15);
  const named = filesWith((text) =>
    tabs.some(({ title }) => new RegExp(`<AdminPage[^>]*title="${title}"`).test(text)),
  );
  // These have an address of their own, below their tab's.
  expect(named.sort()).toEqual([
    "features/analytics/analytics-screen.tsx",
    "features/foursquare/enhancement-screen.tsx",
  ]);
  const written = JSON.parse(routesJson()).routes.flatMap(({ tab = [] }) => tab);
  expect(written).toEqual(tabs);
});
