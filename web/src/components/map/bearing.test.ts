// @vitest-environment node
import { expect, it } from "vitest";
import { milesBetween, readCoordinates, wayBetween } from "./bearing.ts";
import type { Point } from "./geometry.ts";

const alexandria: Point = [-92.4451, 31.3113];

it("measures as the earth is", () => {
  const batonRouge: Point = [-91.1403, 30.4515];
  expect(milesBetween(alexandria, batonRouge)).toBeCloseTo(97.6, 0);
});

it.each<[number, number, string | null]>([
  [0, 0.001, "360 feet north"],
  [0.001, 0.001, "480 feet northeast"],
  [0.001, 0, "310 feet east"],
  [0, -0.1, "6.9 miles south"],
  [-0.1, 0, "5.9 miles west"],
  [-0.02, -0.02, "1.8 miles southwest"],
  [0.000001, 0, null],
])("says how far %s, %s is, and which way", (east, north, way) => {
  const [longitude, latitude] = alexandria;
  expect(wayBetween(alexandria, [longitude + east, latitude + north])).toBe(way);
});

it("reads coordinates as people copy them", () => {
  for (const text of ["31.3113, -92.4451", " 31.3113 -92.4451 ", "31.3113;-92.4451"])
    expect(readCoordinates(text)).toEqual(alexandria);
  for (const text of ["", "31.3", "91, 10", "10, 181", "N 31, W 92", "1,2,3"])
    expect(readCoordinates(text), text).toBeNull();
});
