import type { FeatureCollection, MultiLineString, MultiPolygon, Position } from "geojson";

/** The data for maps when the operator hasn't configured tiles. */
export interface BaseMap {
  land: MultiPolygon;
  coast: MultiLineString;
  states: MultiLineString;
  counties: MultiLineString;
}

/** Bytes before the lines: step size and origin, in degrees. */
const HEADER_BYTES = 32;

/** Decodes the compact file written by `build/base-map.ts`, which documents its format. */
export function decodeBaseMap(buffer: ArrayBuffer): BaseMap {
  const header = new DataView(buffer, 0, HEADER_BYTES);
  const [stepX = 0, stepY = 0, originX = 0, originY = 0] = [0, 8, 16, 24].map((at) =>
    header.getFloat64(at, true),
  );
  const bytes = new Uint8Array(buffer, HEADER_BYTES);
  let at = 0;
  const unsigned = () => {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError("the base map file is truncated");
      value += (byte % 128) * weight;
      if (byte < 128) return value;
    }
  };
  const signed = () => {
    const value = unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const many = <T>(make: () => T): T[] => Array.from({ length: unsigned() }, make);

  const line = (): Position[] => {
    let [x, y] = [0, 0];
    return many(() => {
      x += signed();
      y += signed();
      return [originX + x * stepX, originY + y * stepY];
    });
  };
  const [coast, states, counties] = [many(line), many(line), many(line)];
  const lines = [...coast, ...states, ...counties];
  const land = many(() => joinLines(many(signed), lines));
  return {
    // Each ring can be its own shape, because the coast has no holes.
    land: { type: "MultiPolygon", coordinates: land.map((ring) => [ring]) },
    coast: { type: "MultiLineString", coordinates: coast },
    states: { type: "MultiLineString", coordinates: states },
    counties: { type: "MultiLineString", coordinates: counties },
  };
}

/** Joins lines into a ring; a negative number is a line in reverse. */
function joinLines(numbers: readonly number[], lines: readonly Position[][]): Position[] {
  return numbers.flatMap((number, index) => {
    const line = number < 0 ? [...(lines[~number] ?? [])].reverse() : lines[number];
    // A line's last point is the next one's first.
    return (line ?? []).slice(index === 0 ? 0 : 1);
  });
}

/** The base map as one collection, with each part labeled. */
export function baseMapFeatures(map: BaseMap): FeatureCollection {
  return {
    type: "FeatureCollection",
    features: Object.entries(map).map(([part, geometry]) => ({
      type: "Feature",
      properties: { part },
      geometry,
    })),
  };
}
