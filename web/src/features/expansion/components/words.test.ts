import { describe, expect, it } from "vitest";
import { type ExpandedTown, leftOut, outcome, servicesText, serviceText } from "./words.ts";

const town: ExpandedTown = {
  cityName: "Alexandria",
  state: "LA",
  cityExists: true,
  citySlug: "alexandria-la",
  coffeeShopsAdded: 0,
  coffeeShops: [],
  duplicatesSkipped: 0,
  moreFound: 0,
  chainsLeftOut: [],
  questions: [],
  services: [],
};

describe("what a run says", () => {
  it("names what was left out, and only that", () => {
    expect(leftOut(town)).toEqual(["No duplicates found."]);
    const full = { ...town, duplicatesSkipped: 1, moreFound: 2, chainsLeftOut: ["Starbucks"] };
    expect(leftOut(full)).toEqual([
      "Skipped 1 duplicate of shops already in the directory.",
      "2 more new coffee shops found. Run it again to add the next five.",
      "Chains left out: Starbucks.",
    ]);
  });

  it("tells a service's answer from its failure", () => {
    const service = { service: "overpass", name: "OpenStreetMap (Overpass)" } as const;
    expect(serviceText({ ...service, found: 3, requests: 1, error: null })).toBe(
      "OpenStreetMap (Overpass): 3 coffee places found, 1 request.",
    );
    expect(serviceText({ ...service, found: 0, requests: 3, error: "It is busy." })).toBe(
      "It is busy.",
    );
    expect(servicesText(["A"])).toContain("one service: A.");
    expect(servicesText(["A", "B"])).toBe("Each run asks A and B.");
  });

  it("doesn't call a canceled or undone run a success", () => {
    expect(outcome("done", null, "Added 1 coffee shop")).toBe("Added 1 coffee shop");
    expect(outcome("canceled", null, undefined)).toBe("Canceled. Nothing was added.");
    expect(outcome("failed", "No answer.", undefined)).toBe("Failed: No answer.");
    expect(outcome("done", null, "Added 1 coffee shop", true)).toBe("Undone: Added 1 coffee shop");
  });
});
