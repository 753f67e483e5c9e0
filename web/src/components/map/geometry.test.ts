// @vitest-environment node
import { describe, expect, it } from "vitest";
import { fc } from "../../../test/support/random.ts";
import { boundsOf, circle, holds, pixelAt, widened } from "./geometry.ts";

const miles = ([ax = 0, ay = 0]: number[], [bx = 0, by = 0]: number[]) => {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((by - ay) * rad) / 2) ** 2 +
    Math.cos(ay * rad) * Math.cos(by * rad) * Math.sin(((bx - ax) * rad) / 2) ** 2;
  return 2 * 3959 * Math.asin(Math.sqrt(h));
};

it("bounds are the smallest area that holds all points", () => {
  expect(boundsOf([])).toBeNull();
  expect(
    boundsOf([
      [-92, 31],
      [-93, 30],
      [-91, 32],
    ]),
  ).toEqual({ west: -93, south: 30, east: -91, north: 32 });
});

it("every point of a circle is as far away as it says", () => {
  for (const distance of [0.5, 10, 100]) {
    for (const point of circle([-92.4, 31.3], distance)) {
      expect(miles([-92.4, 31.3], point)).toBeCloseTo(distance, 6);
    }
  }
});

it("a circle is closed and starts in the north", () => {
  const line = circle([-92.4, 31.3], 5);
  expect(line.at(-1)?.[0]).toBeCloseTo(line[0]?.[0] ?? 0, 9);
  expect(line[0]?.[0]).toBeCloseTo(-92.4, 9);
  expect(line[0]?.[1]).toBeGreaterThan(31.3);
});

describe("pixels", () => {
  it("doubles with each zoom, with the world's middle in the middle", () => {
    expect(pixelAt([0, 0], 0)).toEqual({ x: 256, y: 256 });
    expect(pixelAt([0, 0], 3)).toEqual({ x: 2048, y: 2048 });
    expect(pixelAt([-180, 85.0511287798], 0).y).toBeCloseTo(0, 5);
  });
});

it("an area to ask for holds the view with room around it, and small moves ask for the same", () => {
  const degree = (from: number, to: number) => fc.double({ min: from, max: to, noNaN: true });
  fc.assert(
    fc.property(degree(-125, -66), degree(25, 49), fc.nat(14), (west, south, zoom) => {
      const size = 90 / 2 ** zoom;
      const view = { west, south, east: west + size, north: south + size / 2 };
      const area = widened(view, zoom);
      const clipped = { ...view, north: Math.min(90, view.north) };
      expect(holds(area, clipped)).toBe(true);
      expect(area.west).toBeGreaterThanOrEqual(-180);
      expect(area.north).toBeLessThanOrEqual(90);
    }),
  );
  const view = { west: -92.51, south: 31.26, east: -92.4, north: 31.35 };
  const moved = { west: -92.512, south: 31.261, east: -92.402, north: 31.351 };
  expect(widened(moved, 12)).toEqual(widened(view, 12));
});
