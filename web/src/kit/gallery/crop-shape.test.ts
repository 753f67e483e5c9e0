import { expect, it } from "vitest";
import {
  inWords,
  type Limits,
  moved,
  type Part,
  ratioIn,
  resized,
  scaled,
  shaped,
} from "./crop-shape.ts";

const part: Part = { left: 1000, top: 1000, width: 4000, height: 4000 };
const free: Limits = { ratio: null, leastWidth: 500, leastHeight: 500 };
const square: Limits = { ...free, ratio: 1 };

const isInside = ({ left, top, width, height }: Part) =>
  left >= 0 && top >= 0 && left + width <= 10_000 && top + height <= 10_000;

it("moves as far as the photo goes", () => {
  expect(moved(part, 500, -300)).toEqual({ ...part, left: 1500, top: 700 });
  expect(moved(part, 99_999, 99_999)).toEqual({ ...part, left: 6000, top: 6000 });
  expect(moved(part, -99_999, -99_999)).toEqual({ ...part, left: 0, top: 0 });
});

it("changes size at a corner, and the opposite one stays", () => {
  const end = { fromLeft: false, fromTop: false };
  expect(resized(part, [1000, 500], end, free)).toEqual({ ...part, width: 5000, height: 4500 });
  const start = { fromLeft: true, fromTop: true };
  expect(resized(part, [1000, 500], start, free)).toEqual({
    left: 2000,
    top: 1500,
    width: 3000,
    height: 3500,
  });
  expect(resized(part, [-9000, -9000], end, free)).toEqual({ ...part, width: 500, height: 500 });
  expect(isInside(resized(part, [99_999, 99_999], end, free))).toBe(true);
});

it("keeps its shape, whatever is done to it", () => {
  for (const corner of [
    { fromLeft: false, fromTop: false },
    { fromLeft: true, fromTop: false },
    { fromLeft: false, fromTop: true },
    { fromLeft: true, fromTop: true },
  ])
    for (const by of [
      [3000, 0],
      [0, -9000],
      [99_999, 5],
      [-99_999, -99_999],
    ] as [number, number][]) {
      const after = resized(part, by, corner, square);
      expect(after.width).toBe(after.height);
      expect(isInside(after), JSON.stringify([corner, by, after])).toBe(true);
      expect(after.width).toBeGreaterThanOrEqual(500);
    }
  for (const factor of [0.01, 0.9, 1.1, 100]) {
    const after = scaled(part, factor, square);
    expect(after.width).toBe(after.height);
    expect(isInside(after)).toBe(true);
  }
});

it("takes the largest part of a shape around the same middle", () => {
  // A photo of 1600 × 1200: a square of 1200 pixels is three quarters of its width.
  const ratio = ratioIn(1, 1600, 1200);
  expect(shaped({ left: 0, top: 0, width: 10_000, height: 10_000 }, ratio)).toEqual({
    left: 1250,
    top: 0,
    width: 7500,
    height: 10_000,
  });
  expect(shaped(part, null)).toBe(part);
});

it("says what it shows", () => {
  expect(inWords(part)).toBe(
    "40% of the width and 40% of the height, 10% from the left and 10% from the top",
  );
});
