import { describe, expect, it } from "vitest";
import { differencesOf, factText, type Suggestion, sentenceOf, verbsOf } from "./words.ts";

const suggestion = (some: Partial<Suggestion>): Suggestion => ({
  id: "1",
  kind: "edit",
  status: "open",
  shop: {
    id: "2",
    slug: "blue-door-alexandria-la",
    name: "Blue Door",
    town: "Alexandria, LA",
    hasOwner: false,
    isListed: true,
    permanentlyClosed: false,
    version: 1,
  },
  notes: [],
  reports: 1,
  differences: [],
  waitsFor: "administrator",
  wantsAnswer: false,
  answer: null,
  createdAt: "2026-11-22T05:00:00Z",
  decidedAt: null,
  entry: null,
  canUndo: false,
  ...some,
});

describe("a fact", () => {
  it("of hours is read out, what can't be read stays as it is", () => {
    expect(factText("hours", "Mo-Sa 06:00-14:00")).toBe(
      "Monday to Saturday: 6 AM to 2 PM; Sunday: Closed",
    );
    expect(factText("hours", "when the light is on")).toBe("when the light is on");
    expect(factText("phone", null)).toBe("");
  });

  it("has its name, its source and its age", () => {
    const facts = [{ field: "hasWifi", now: null, suggested: "Yes" }];
    expect(differencesOf(facts, { source: "osm", age: "3 days ago" })).toEqual([
      {
        field: "hasWifi",
        label: "WiFi",
        now: "",
        suggested: "Yes",
        source: "osm",
        age: "3 days ago",
      },
    ]);
  });
});

describe("the words of a decision", () => {
  const two = [
    { field: "phone", now: null, suggested: "1", wasAccepted: false },
    { field: "name", now: null, suggested: "2", wasAccepted: false },
  ] as Suggestion["differences"];

  it("say how much is taken", () => {
    const edit = suggestion({ differences: two });
    expect(verbsOf(edit, 2).accept).toBe("Apply all");
    expect(verbsOf(edit, 1).accept).toBe("Apply 1 of 2");
    expect(verbsOf(suggestion({}), 0).accept).toBe("Done");
  });

  it("say what follows", () => {
    expect(verbsOf(suggestion({ kind: "chain" }), 0).accept).toBe("It's a chain: remove it");
    expect(verbsOf(suggestion({ kind: "closed" }), 0).reject).toBe("It's open");
  });

  it("count those who say so", () => {
    expect(sentenceOf(suggestion({ kind: "closed", reports: 3 }))).toBe(
      "3 visitors say it has permanently closed.",
    );
    expect(sentenceOf(suggestion({ kind: "chain" }))).toBe("A visitor says it's a chain.");
  });
});
