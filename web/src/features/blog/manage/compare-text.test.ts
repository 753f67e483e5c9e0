import { expect, it } from "vitest";
import { changesBetween } from "./compare-text.ts";

it("finds nothing where nothing differs", () => {
  expect(changesBetween("a\nb", "a\nb")).toEqual([]);
  expect(changesBetween("a\n\nb", "a\nb")).toEqual([]);
});

it("names the lines that differ, and leaves out those that don't", () => {
  expect(changesBetween("one\ntwo\nthree\nfour", "one\n2\nthree\nfour\nfive")).toEqual([
    { before: "two", after: "2" },
    { before: "", after: "five" },
  ]);
});

it("takes neighboring lines together", () => {
  expect(changesBetween("a\nb\nc", "x\ny\nc")).toEqual([{ before: "a\nb", after: "x\ny" }]);
});

it("shows very long texts whole", () => {
  const long = "line\n".repeat(2000);
  expect(changesBetween(long, "short")).toEqual([{ before: long, after: "short" }]);
});
