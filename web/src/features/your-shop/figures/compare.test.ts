import { expect, it } from "vitest";
import { againstBefore } from "./compare.ts";

it.each([
  [{ total: 30, totalBefore: 20, since: "Mar 1, 2026" }, "Up 50% from 20 in the 30 days before"],
  [{ total: 10, totalBefore: 20, since: "Mar 1, 2026" }, "Down 50% from 20 in the 30 days before"],
  [{ total: 20, totalBefore: 20, since: "Mar 1, 2026" }, "The same as in the 30 days before"],
  [{ total: 3, totalBefore: 0, since: "Mar 1, 2026" }, "None in the 30 days before"],
  [{ total: 3, totalBefore: null, since: "Mar 1, 2026" }, "Counted since Mar 1, 2026"],
  [{ total: 0, totalBefore: null, since: null }, "Nothing counted yet"],
])("says how %j compares", (figure, words) => {
  expect(againstBefore(figure, "the 30 days before")).toBe(words);
});
