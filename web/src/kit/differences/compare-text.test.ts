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

it("takes changes together across an empty line, but not across more", () => {
  expect(changesBetween("a\n\nb\nc", "x\n\ny\nc")).toEqual([{ before: "a\nb", after: "x\ny" }]);
  expect(changesBetween("a\n\n\nb", "x\n\n\ny")).toEqual([
    { before: "a", after: "x" },
    { before: "b", after: "y" },
  ]);
});

it("puts a removed line before the added one, wherever they differ", () => {
  const lines = (text: string) => text.split(" ").join("\n");
  expect(changesBetween(lines("k a k b k"), lines("k k c k d"))).toEqual([
    { before: "a", after: "" },
    { before: "b", after: "c" },
    { before: "", after: "d" },
  ]);
});

it("shows very long texts whole", () => {
  const long = "line\n".repeat(2000);
  expect(changesBetween(long, "short")).toEqual([{ before: long, after: "short" }]);
});
