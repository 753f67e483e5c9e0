import { expect, it } from "vitest";
import { moved } from "./order.ts";

it.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 2, "acb"],
  [1, 1, "abc"],
  [0, -1, "abc"],
  [2, 3, "abc"],
  [7, 0, "abc"],
])("moves from %i to %i", (from, to, expected) => {
  expect(moved(["a", "b", "c"], from, to).join("")).toBe(expected);
});
