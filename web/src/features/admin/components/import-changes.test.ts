import { expect, it } from "vitest";
import { changesOf } from "./import-changes.ts";
import type { Question } from "./import-words.ts";

const question: Question = {
  id: "0",
  number: 1,
  source: "osm",
  sourceId: "node/1",
  name: "Blue Door",
  town: "Alexandria, LA",
  address: "126 Main Street, Alexandria, LA",
  sourceUrl: null,
  reason: "",
  why: { code: "same_name_next_door" },
  repeatedDays: [],
  similarSlug: "blue-door-alexandria-la",
  similarName: "Blue Door",
  similarAddress: "128 Main Street, Alexandria, LA",
  point: { latitude: 31.3113, longitude: -92.4451 },
  similarPoint: null,
  meters: 15,
  namedTwice: false,
  differences: [{ field: "phone", now: null, suggested: "(318) 555-0142" }],
  createdAt: "2026-01-01T00:00:00Z",
  refreshedAt: null,
  version: 1,
};

it("names what an edit of the shop changed", () => {
  const now: Question = {
    ...question,
    similarName: "The Blue Door",
    differences: [{ field: "phone", now: "(318) 555-0199", suggested: "(318) 555-0142" }],
    version: 2,
  };
  const street = "128 Main Street, Alexandria, LA";
  expect(changesOf(question, now)).toEqual([
    {
      label: "Shop in the directory",
      before: `Blue Door, ${street}`,
      now: `The Blue Door, ${street}`,
    },
    { label: "Phone of the shop", before: "", now: "(318) 555-0199" },
  ]);
});

it("names what a later import changed", () => {
  const now: Question = {
    ...question,
    why: { code: "misspelling", brand: "Blue Dour" },
    differences: [],
    version: 3,
  };
  expect(changesOf(question, now).map(({ label }) => label)).toEqual([
    "Reason",
    "Phone of the record",
  ]);
  expect(changesOf(question, now)[1]).toMatchObject({ before: "(318) 555-0142", now: "" });
});

it("finds nothing where only the version is another", () => {
  expect(changesOf(question, { ...question, version: 9 })).toEqual([]);
});
