import { describe, expect, it } from "vitest";
import {
  apartText,
  daysNamedTwice,
  hoursDoubt,
  placeDifference,
  safeAddress,
  whyAsked,
} from "./import-words.ts";

describe("a distance", () => {
  it.each([
    [0, "At the same spot on the map"],
    [11, "About 40 feet apart on the map"],
    [75, "About 250 feet apart on the map"],
    [800, "About 2620 feet apart on the map"],
    [805, "0.5 miles apart on the map"],
    [5000, "3.1 miles apart on the map"],
  ])("of %d meters is told in feet or miles", (meters, text) => {
    expect(apartText(meters)).toBe(text);
  });
});

describe("a reason", () => {
  it.each([
    [
      "65 points for being blue-door-alexandria-la: same name, within 75 meters",
      "Possible duplicate",
      "Same name and within 250 feet.",
    ],
    [
      "60 points for being lantern-x-la: same street address, same phone number, same website",
      "Possible duplicate",
      "Same street address, same phone number and same website.",
    ],
    [
      "perhaps blue-door-alexandria-la: same name next door, at another address",
      "Possible duplicate",
      "Same name next door, at another address.",
    ],
    [
      'has the name of "Second Cup", which others have too',
      "Possible chain",
      "“Second Cup” is a chain, but independent shops use that name, too.",
    ],
    [
      'is one slip away from "Caribou Coffee"',
      "Possible chain",
      "Its name looks like a misspelling of “Caribou Coffee”, which is a chain.",
    ],
    [
      "its coordinates 48.2, 16.4 are not in the United States, but its address is in Alexandria, LA",
      "Needs a look",
      "Its address is in Alexandria, LA, but its coordinates (48.2, 16.4) are abroad.",
    ],
    ["a rule of tomorrow", "Needs a look", "A rule of tomorrow."],
  ])("%j is told in plain words", (reason, title, text) => {
    expect(whyAsked(reason)).toEqual({ title, text });
  });
});

describe("a place", () => {
  const here = "126 Main Street · 71301 · 31.31130, -92.44510";
  it.each([
    [
      "9 Elm Street · 71301 · 31.31200, -92.44510",
      "Address",
      "126 Main Street, 71301",
      "9 Elm Street, 71301",
    ],
    ["31.31200, -92.44510", "Spot on the map", "31.31130, -92.44510", "31.31200, -92.44510"],
    [
      "126 Main Street · 71301 · 31.31200, -92.44510",
      "Spot on the map",
      "31.31130, -92.44510",
      "31.31200, -92.44510",
    ],
    ["9 Elm Street", "Address", "126 Main Street, 71301", "9 Elm Street"],
  ])("of %j is told as its %s", (text, label, now, suggested) => {
    const place = { field: "address", label: "Address", now: here, suggested: text };
    expect(placeDifference(place)).toEqual({ field: "address", label, now, suggested });
  });
});

describe("days named twice", () => {
  it.each([
    ["Mo 07:00-12:00; Mo 13:00-17:00", ["Monday"]],
    ["Mo-We 07:00-12:00; Tu-Th 13:00-17:00", ["Tuesday", "Wednesday"]],
    ["Fr-Mo 08:00-12:00; Su-Tu 13:00-17:00", ["Monday", "Sunday"]],
    // An exception replaces part of an earlier rule.
    ["Mo-Su 07:00-15:00; Su 08:00-12:00", []],
    ["Mo-Fr 07:00-12:00,13:00-17:00; Sa 08:00-12:00", []],
    ["Mo-Fr 07:00-15:00; PH off; Mo off", []],
    ["whenever we wake up", []],
  ])("in %j are %j", (hours, days) => {
    expect(daysNamedTwice(hours)).toEqual(days);
  });

  it("are a question, as is what nobody can read", () => {
    expect(hoursDoubt("Mo 07:00-12:00; Mo 13:00-17:00")).toMatch(/^Monday is listed twice/);
    expect(hoursDoubt("Mo-Fr 07:00-12:00; Mo-Fr 13:00-17:00")).toMatch(
      /^Monday to Friday are listed/,
    );
    expect(hoursDoubt("Mo,Fr 07:00-12:00; Mo,Fr 13:00-17:00")).toMatch(/^Monday and Friday are/);
    expect(hoursDoubt("whenever we wake up")).toMatch(/^We can't read these hours/);
    expect(hoursDoubt("Mo-Fr 07:00-15:00")).toBeNull();
  });
});

it("sends browsers to web pages only", () => {
  const page = "https://www.openstreetmap.org/node/1";
  expect(safeAddress(page)).toBe(page);
  for (const other of [null, "javascript:alert(1)", "data:text/html,x", "//evil.example"])
    expect(safeAddress(other)).toBeNull();
});
