// @vitest-environment node
import { describe, expect, it } from "vitest";
import { fc } from "../../../test/support/random.ts";
import { makeShop } from "../../../test/support/samples.ts";
import { pixelAt } from "./geometry.ts";
import { gatherPins, isPlaced, nextPin, PIN_DISTANCE, type PlacedShop, pinLabel } from "./pins.ts";

function shopAt(slug: string, longitude: number, latitude: number): PlacedShop {
  return { ...makeShop({ slug, name: slug }), longitude, latitude };
}

const near = [shopAt("a", -92.45, 31.31), shopAt("b", -92.4501, 31.3101), shopAt("c", -92.4, 31.3)];

describe("pins", () => {
  it("need a place", () => {
    expect(isPlaced(makeShop({ latitude: null }))).toBe(false);
    expect(isPlaced(makeShop({ latitude: 31, longitude: -92 }))).toBe(true);
  });

  it("gather what would lie on top of each other, and part on a larger scale", () => {
    expect(gatherPins(near, 12).map(({ shops }) => shops.map(({ slug }) => slug))).toEqual([
      ["a", "b"],
      ["c"],
    ]);
    expect(gatherPins(near, 18)).toHaveLength(3);
    expect(gatherPins(near, 2)).toHaveLength(1);
  });

  it("hold every shop once and never cover each other", () => {
    const place = fc.tuple(
      fc.double({ min: -92.6, max: -92.3, noNaN: true }),
      fc.double({ min: 31.2, max: 31.4, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 48 }),
        fc.integer({ min: 3, max: 18 }),
        (places, zoom) => {
          const shops = places.map(([x, y], index) => shopAt(`s${index}`, x, y));
          const pins = gatherPins(shops, zoom);
          expect(pins.flatMap((pin) => pin.shops.map(({ slug }) => slug)).sort()).toEqual(
            shops.map(({ slug }) => slug).sort(),
          );
          const spots = pins.map(({ point }) => pixelAt(point, zoom));
          for (const [index, { x, y }] of spots.entries()) {
            for (const other of spots.slice(index + 1)) {
              expect(Math.hypot(x - other.x, y - other.y)).toBeGreaterThanOrEqual(PIN_DISTANCE);
            }
          }
        },
      ),
    );
  });

  it("are called by name and open state, or by their number", () => {
    const [single] = gatherPins([shopAt("Rosa's", -92, 31)], 12);
    expect(single && pinLabel(single)).toMatch(/^Rosa's, (Open|Opens|Closed|Hours)/);
    const [heap] = gatherPins(near, 2);
    expect(heap && pinLabel(heap)).toBe("3 coffee shops: a, b, c");
  });
});

describe("arrow keys", () => {
  const pins = gatherPins(
    [
      shopAt("middle", -92.4, 31.3),
      shopAt("east", -92.3, 31.31),
      shopAt("far-east", -92.2, 31.3),
      shopAt("north", -92.41, 31.4),
      shopAt("south", -92.4, 31.2),
    ],
    14,
  );
  const [middle] = pins;
  if (!middle) throw new Error("no pins");

  it.each([
    ["ArrowRight", "east"],
    ["ArrowUp", "north"],
    ["ArrowDown", "south"],
  ] as const)("%s leads to the nearest pin on that side", (key, slug) => {
    expect(nextPin(pins, middle, key)?.id).toBe(slug);
  });

  it("lead nowhere when there is none on that side", () => {
    expect(nextPin(pins, middle, "ArrowLeft")).toBeNull();
  });

  it("lead back from where they came", () => {
    const east = pins.find(({ id }) => id === "east");
    expect(east && nextPin(pins, east, "ArrowLeft")?.id).toBe("middle");
  });
});
