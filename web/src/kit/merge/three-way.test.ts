import { describe, expect, it } from "vitest";
import { type Choices, mergeFields } from "./three-way.ts";

interface Shop {
  name: string;
  phone: string | null;
  latitude: number;
  longitude: number;
  categories: string[];
}

const base: Shop = {
  name: "Blue Door",
  phone: null,
  latitude: 1,
  longitude: 1,
  categories: ["cafe"],
};
const together = [["latitude", "longitude"]] as const;

const merge = (mine: Partial<Shop>, theirs: Partial<Shop>, choices: Choices<Shop> = {}) =>
  mergeFields<Shop>({
    base,
    mine: { ...base, ...mine },
    theirs: { ...base, ...theirs },
    choices,
    together,
  });

describe("a three-way merge", () => {
  it("keeps what only one side changed, whichever it is", () => {
    const { merged, collisions } = merge({ name: "Red Door" }, { phone: "318", categories: [] });
    expect(merged).toEqual({ ...base, name: "Red Door", phone: "318", categories: [] });
    expect(collisions).toEqual([]);
  });

  it("asks about what both changed, and not about what both changed alike", () => {
    const both = merge({ name: "Red", phone: "1" }, { name: "Green", phone: "1" });
    expect(both.collisions).toEqual(["name"]);
    expect(both.merged.phone).toBe("1");
  });

  it("never takes a side of a collision by itself for what was typed", () => {
    expect(merge({ name: "Red" }, { name: "Green" }).merged.name).toBe("Green");
  });

  it("follows a choice for as long as what is saved is what was seen", () => {
    const seen = { seen: "Green", typed: "Red" };
    const mine = merge({ name: "Red" }, { name: "Green" }, { name: { take: "mine", ...seen } });
    expect(mine).toMatchObject({ merged: { name: "Red" }, collisions: [] });
    const theirs = merge({ name: "Red" }, { name: "Green" }, { name: { take: "theirs", ...seen } });
    expect(theirs).toMatchObject({ merged: { name: "Green" }, collisions: [] });
    const later = merge({ name: "Red" }, { name: "Black" }, { name: { take: "mine", ...seen } });
    expect(later.collisions).toEqual(["name"]);
  });

  it("asks again about words that were typed after the saved ones were chosen", () => {
    const given = { take: "theirs", seen: "Green", typed: "Red" } as const;
    expect(merge({ name: "Black" }, { name: "Green" }, { name: given }).collisions).toEqual([
      "name",
    ]);
    const kept = merge({ name: "Black" }, { name: "Green" }, { name: { ...given, take: "mine" } });
    expect(kept).toMatchObject({ merged: { name: "Black" }, collisions: [] });
  });

  it("takes nothing and an empty text for the same, and lists by their contents", () => {
    const alike = merge({ phone: "", categories: ["cafe"] }, { phone: "318" });
    expect(alike).toMatchObject({ merged: { phone: "318" }, collisions: [] });
  });

  it("doesn't make a third place out of two pins", () => {
    const pins = merge({ latitude: 2 }, { longitude: 3 });
    expect(pins.collisions).toEqual(["latitude", "longitude"]);
    const moved = merge({ latitude: 2, longitude: 5 }, { name: "Green" });
    expect(moved.merged).toMatchObject({ latitude: 2, longitude: 5, name: "Green" });
  });

  it("leaves out fields that the form doesn't have", () => {
    const { merged } = mergeFields({
      base,
      mine: { name: "Red Door" },
      theirs: { ...base, phone: "318" },
    });
    expect(merged).toEqual({ name: "Red Door" });
  });
});
