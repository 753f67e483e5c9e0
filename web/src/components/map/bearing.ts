import { wayText } from "../../lib/formats.ts";
import { EARTH_RADIUS, type Point } from "./geometry.ts";

const DIRECTIONS = [
  "north",
  "northeast",
  "east",
  "southeast",
  "south",
  "southwest",
  "west",
  "northwest",
] as const;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Miles from one point to another. */
export function milesBetween([fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [radians(toX - fromX), radians(toY - fromY)];
  const half =
    Math.sin(dy / 2) ** 2 +
    Math.cos(radians(fromY)) * Math.cos(radians(toY)) * Math.sin(dx / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(half));
}

/** "340 feet northeast", "2.1 miles south"; null if it is the same place. */
export function wayBetween(from: Point, to: Point): string | null {
  const way = wayText(milesBetween(from, to));
  if (way === "") return null;
  const east = radians(to[0] - from[0]) * Math.cos(radians(from[1]));
  const eighth = Math.round(Math.atan2(east, radians(to[1] - from[1])) / (Math.PI / 4));
  const direction = DIRECTIONS[(eighth + 8) % 8];
  return `${way} ${direction}`;
}

/** Coordinates as copied from maps: "31.3113, -92.4451"; null for anything else. */
export function readCoordinates(text: string): Point | null {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  const [latitude, longitude] = [Number(found?.[1]), Number(found?.[2])];
  const isPlace = found && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? [longitude, latitude] : null;
}
