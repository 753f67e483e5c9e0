import { describe, expect, it } from "vitest";
import type { Question } from "./import-words.ts";
import {
  besideAddress,
  differenceText,
  likelyAnswer,
  mapAddress,
  reasonText,
} from "./question-words.ts";

it("names a reason, also one that this version doesn't know", () => {
  expect(reasonText("brand_among_words")).toBe("Contains a chain's name");
  expect(reasonText("sells_no_coffee")).toBe("Sells no coffee");
});

describe("the likely answer", () => {
  const asked = (why: Question["why"], similarSlug: string | null) =>
    likelyAnswer({ why, similarSlug } as Question);
  it("to a possible chain is to leave it out, also beside a shop", () => {
    expect(asked({ code: "common_name", brand: "Second Cup" }, null)).toBe("refuse");
    expect(asked({ code: "misspelling", brand: "Second Cup" }, "second-cup")).toBe("refuse");
  });
  it("to a possible duplicate is the same shop, and otherwise to add it", () => {
    expect(asked({ code: "same_name_next_door" }, "blue-door")).toBe("same");
    expect(asked(null, "blue-door")).toBe("same");
    expect(asked({ code: "letters_lost" }, null)).toBe("accept");
  });
});

it("shows a place on a map", () => {
  expect(mapAddress({ latitude: 31.3, longitude: -92.4 })).toBe(
    "https://www.openstreetmap.org/?mlat=31.3&mlon=-92.4#map=18/31.3/-92.4",
  );
});

it.each([
  [["Phone", ""], ["Hours", ""], "Adds phone and hours."],
  [["Name", "Blue Door"], ["WiFi", ""], "Adds wifi. Differs in name."],
])("tells what a record would add and where it differs: %j, %j", (one, two, text) => {
  const facts = [one, two].map(([label = "", now = ""]) => ({ label, now }));
  expect(differenceText(facts)).toBe(text);
  expect(differenceText([])).toBe("No differences.");
  const many = ["Name", "Phone", "Hours", "WiFi"].map((label) => ({ label, now: "other" }));
  expect(differenceText(many)).toBe("Differs in name, phone and 2 more.");
});

it.each([
  [
    "128 Main Street, Alexandria, LA",
    "126 Main Street, Alexandria, LA",
    "128 Main Street",
    ", Alexandria, LA",
  ],
  [
    "128 Main Street, Alexandria, LA",
    "128 Main Street, Bunkie, LA",
    "128 Main Street, Alexandria",
    ", LA",
  ],
  ["Alexandria, LA", "Alexandria, LA", "", "Alexandria, LA"],
  ["no address", "Alexandria, LA", "no address", ""],
])("tells %s beside %s", (shop, record, own, shared) => {
  expect(besideAddress(shop, record)).toEqual({ own, shared });
});
