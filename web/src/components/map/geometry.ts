import type { Position } from "geojson";

/** Degrees east and north, in the order of GeoJSON. */
export type Point = readonly [longitude: number, latitude: number];

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The size of the whole world at zoom 0 in pixels, as in MapLibre. */
const WORLD = 512;
/** In miles, as for all distances in the product. */
export const EARTH_RADIUS = 3959;
/** Points per circle: enough to look round. */
const CORNERS = 96;

/** The smallest area that contains all points; null if there are none. */
export function boundsOf(points: readonly Point[]): Bounds | null {
  if (points.length === 0) return null;
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

/** Whether `outer` contains all of `inner`. */
export function holds(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.west <= inner.west &&
    outer.south <= inner.south &&
    outer.east >= inner.east &&
    outer.north >= inner.north
  );
}

/**
 * A view enlarged by half on each side and aligned to a grid, so that small moves request the same area again, and
 * visitors to the same town the same URL.
 */
export function widened({ west, south, east, north }: Bounds, zoom: number): Bounds {
  const step = 90 / 2 ** zoom;
  const [width, height] = [(east - west) / 2, (north - south) / 2];
  const down = (degrees: number) => Math.floor(degrees / step) * step;
  const up = (degrees: number) => Math.ceil(degrees / step) * step;
  return {
    west: Math.max(-180, down(west - width)),
    south: Math.max(-90, down(south - height)),
    east: Math.min(180, up(east + width)),
    north: Math.min(90, up(north + height)),
  };
}

/** A point's position on the world at `zoom`, in pixels (web Mercator). */
export function pixelAt([longitude, latitude]: Point, zoom: number): { x: number; y: number } {
  const size = WORLD * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  };
}

/** The points `miles` from the center as a closed ring, starting in the north. */
export function circle([longitude, latitude]: Point, miles: number): Position[] {
  const angle = miles / EARTH_RADIUS;
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const bearing = (2 * Math.PI * corner) / CORNERS;
    const north = Math.asin(
      Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing),
    );
    const east =
      lambda +
      Math.atan2(
        Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
        Math.cos(angle) - Math.sin(phi) * Math.sin(north),
      );
    return [(east * 180) / Math.PI, (north * 180) / Math.PI];
  });
}
