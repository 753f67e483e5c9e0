import { describe, expect, it } from "vitest";
import { apartText, hoursDoubt, placeDifference, safeAddress, whyAsked } from "./import-words.ts";

describe("a distance", () => {
  it.each([
    [0, "At the same spot on the map"],
    [11, "About 40 feet apart"],
    [75, "About 250 feet apart"],
    [800, "About 2620 feet apart"],
    [805, "0.5 miles apart"],
    [5000, "3.1 miles apart"],
  ])("of %d meters is told in feet or miles", (meters, text) => {
    expect(apartText(meters)).toBe(text);
  });
});

describe("a reason", () => {
  type Reason = Parameters<typeof whyAsked>[0]["why"];
  it.each<[Reason, string, string]>([
    [
      { code: "similar", signs: ["name", "near"] },
      "Possible duplicate",
      "Same name and within 250 feet.",
    ],
    [
      { code: "similar", signs: ["address", "phone", "website"] },
      "Possible duplicate",
      "Same street address, same phone number and same website.",
    ],
    [
      { code: "same_name_next_door" },
      "Possible duplicate",
      "Same name next door, at another address.",
    ],
    [
      { code: "common_name", brand: "Second Cup" },
      "Possible chain",
      "“Second Cup” is a chain, but independent shops use that name, too.",
    ],
    [
      { code: "misspelling", brand: "Caribou Coffee" },
      "Possible chain",
      "Its name looks like a misspelling of “Caribou Coffee”, which is a chain.",
    ],
    [
      { code: "foreign_point", point: "48.2, 16.4", town: "Alexandria, LA" },
      "Needs a look",
      "Its address is in Alexandria, LA, but its spot on the map is abroad.",
    ],
    [
      { code: "other_kind", kind: "Caterer" },
      "Needs a look",
      "“Caterer” may not serve coffee to passers-by.",
    ],
    [
      { code: "reported", report: "closed" },
      "Needs a look",
      "Somebody reported it at its source: closed.",
    ],
    [null, "Needs a look", "A rule of yesterday."],
  ])("%j is told in plain words", (why, title, text) => {
    expect(whyAsked({ why, reason: "a rule of yesterday" })).toEqual({ title, text });
  });
});

describe("a place", () => {
  const APART = "The record's. About 260 feet apart";
  const here = "126 Main Street · 71301 · 31.31130, -92.44510";
  it.each([
    [
      "9 Elm Street · 71301 · 31.31200, -92.44510",
      "Address",
      "126 Main Street, 71301",
      "9 Elm Street, 71301",
    ],
    ["31.31200, -92.44510", "Spot on the map", "The shop's", APART],
    ["126 Main Street · 71301 · 31.31200, -92.44510", "Spot on the map", "The shop's", APART],
    ["9 Elm Street", "Address", "126 Main Street, 71301", "9 Elm Street"],
  ])("of %j is told as its %s", (text, label, now, suggested) => {
    const place = { field: "address", label: "Address", now: here, suggested: text };
    expect(placeDifference(place, 78)).toEqual({ field: "address", label, now, suggested });
  });
  it("of a shop that has none is told without coordinates", () => {
    const place = { label: "Address", now: "126 Main Street", suggested: "31.31200, -92.44510" };
    expect(placeDifference(place, null)).toEqual({
      label: "Spot on the map",
      now: "",
      suggested: "The record's",
    });
  });
});

describe("hours", () => {
  it("that name days twice are a question, as are those that nobody can read", () => {
    const hours = "Mo 07:00-12:00; Mo 13:00-17:00";
    expect(hoursDoubt(hours, ["Monday"])).toMatch(/^Monday is listed twice/);
    const workdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
    expect(hoursDoubt(hours, workdays)).toMatch(/^Monday to Friday are listed/);
    expect(hoursDoubt(hours, ["Monday", "Friday"])).toMatch(/^Monday and Friday are/);
    expect(hoursDoubt("whenever we wake up", [])).toMatch(/^We can't read these hours/);
    expect(hoursDoubt("Mo-Fr 07:00-15:00", [])).toBeNull();
  });
});

it("sends browsers to web pages only", () => {
  const page = "https://www.openstreetmap.org/node/1";
  expect(safeAddress(page)).toBe(page);
  for (const other of [null, "javascript:alert(1)", "data:text/html,x", "//evil.example"])
    expect(safeAddress(other)).toBeNull();
});
