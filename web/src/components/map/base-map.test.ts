// @vitest-environment node
import { describe, expect, it } from "vitest";
import { encodeBaseMap, readTopology, type Topology } from "../../../build/base-map.ts";
import { baseMapFeatures, decodeBaseMap } from "./base-map.ts";

const read = (topology: Topology) => {
  const { buffer, byteOffset, byteLength } = encodeBaseMap(topology);
  return decodeBaseMap(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
};

/** Two states side by side, the left one with two counties. Lines: outer edges, state border, county border. */
const twoStates: Topology = {
  transform: { scale: [0.5, 0.25], translate: [-100, 30] },
  arcs: [
    [
      [4, 0],
      [-4, 0],
      [0, 8],
      [4, 0],
    ],
    [
      [4, 0],
      [0, 8],
    ],
    [
      [4, 8],
      [200, 0],
      [0, -8],
      [-200, 0],
    ],
    [
      [2, 0],
      [0, 8],
    ],
  ],
  objects: {
    nation: {
      type: "GeometryCollection",
      geometries: [{ type: "MultiPolygon", arcs: [[[0, 2]]] }],
    },
    states: {
      type: "GeometryCollection",
      geometries: [
        { type: "Polygon", arcs: [[0, ~1]] },
        { type: "Polygon", arcs: [[1, 2]] },
      ],
    },
    counties: {
      type: "GeometryCollection",
      geometries: [{ type: "Polygon", arcs: [[0, ~1, 3]] }],
    },
  },
};

describe("the base map's file", () => {
  it("parts coast, state and county lines, each once", () => {
    const map = read(twoStates);
    expect(map.coast.coordinates).toHaveLength(2);
    expect(map.states.coordinates).toEqual([
      [
        [-98, 30],
        [-98, 32],
      ],
    ]);
    expect(map.counties.coordinates).toEqual([
      [
        [-99, 30],
        [-99, 32],
      ],
    ]);
  });

  it("closes land's rings over lines laid end to end", () => {
    const [[ring] = []] = read(twoStates).land.coordinates;
    expect(ring).toEqual([
      [-98, 30],
      [-100, 30],
      [-100, 32],
      [-98, 32],
      [2, 32],
      [2, 30],
      [-98, 30],
    ]);
  });

  it("names its parts", () => {
    const parts = baseMapFeatures(read(twoStates)).features.map(({ properties }) => properties);
    expect(parts).toEqual(["land", "coast", "states", "counties"].map((part) => ({ part })));
  });

  it("holds the whole country", () => {
    const topology = readTopology();
    const map = read(topology);
    const lines = [map.coast, map.states, map.counties].flatMap(({ coordinates }) => coordinates);
    expect(lines).toHaveLength(topology.arcs.length);
    const points = lines.flat();
    expect(points).toHaveLength(topology.arcs.flat().length);
    // From Guam and Samoa in the south to Point Barrow in the north.
    const latitudes = points.map(([, latitude = 0]) => latitude);
    expect(Math.floor(latitudes.reduce((least, next) => Math.min(least, next)))).toBe(-15);
    expect(Math.floor(latitudes.reduce((most, next) => Math.max(most, next)))).toBe(71);
    expect(points.every(([longitude = 999]) => Math.abs(longitude) <= 180.01)).toBe(true);
    for (const [ring = []] of map.land.coordinates) {
      expect(ring.length).toBeGreaterThan(3);
      expect(ring.at(-1)).toEqual(ring[0]);
    }
  });

  it("says when it is cut off", () => {
    const whole = encodeBaseMap(twoStates);
    const cut = whole.slice(0, whole.length - 3);
    expect(() => decodeBaseMap(cut.buffer)).toThrow("truncated");
  });
});
