import { describe, expect, it } from "vitest";
import { ApiError } from "../../../api/client.ts";
import { unknownTownOf } from "./offer-town.tsx";

describe("a refused address", () => {
  const refusal = (details: unknown) =>
    new ApiError(422, "", JSON.stringify({ message: "There is no such town.", details }));

  it("names the town that can be made", () => {
    const town = { name: "Smalltownville", state: "OH", zipCode: "43001" };
    expect(unknownTownOf(refusal({ kind: "unknown_town", town }))).toEqual(town);
  });

  it("of another kind offers nothing", () => {
    expect(unknownTownOf(refusal({ kind: "stale" }))).toBeNull();
    expect(unknownTownOf(refusal(null))).toBeNull();
    expect(unknownTownOf(new Error("offline"))).toBeNull();
  });
});
