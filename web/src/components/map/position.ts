import type { Point } from "./geometry.ts";

export interface Position {
  latitude: number;
  longitude: number;
}

export const pointOf = ({ longitude, latitude }: Position): Point => [longitude, latitude];

/** About four inches; more digits are meaningless. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

export const positionOf = ([longitude, latitude]: Point): Position => ({
  longitude: rounded(longitude),
  latitude: rounded(latitude),
});
