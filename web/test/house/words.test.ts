// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const src = resolve(import.meta.dirname, "../../src");
/** JSX drops the line break after a tag, so text in braces needs a space of its own. */
const JOINED = /<\/(?:a|strong|em|button)>\s*\{\s*["`][a-z]/i;

const screens = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".tsx"),
);

it("no text runs into the link before it", () => {
  expect(screens.length).toBeGreaterThan(100);
  const joined = screens.filter((file) => JOINED.test(readFileSync(resolve(src, file), "utf8")));
  expect(joined).toEqual([]);
});
