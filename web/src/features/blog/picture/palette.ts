import type { Chance } from "../../../ui/chance.ts";
import { hslToRgb, parseHsl, toHex } from "../../../ui/color.ts";

/** The colors of a picture: its category's, and those shared by all. */
export interface Palette {
  wall: string;
  /** The sun on the wall, a window, the sky above hills. */
  light: string;
  /** Things far away. */
  far: string;
  /** The category's own color, slightly lighter on dark walls. */
  main: string;
  table: string;
  edge: string;
}

export const CREAM = "#f8f0df";
export const SHADE = "#ddcfb3";
export const INK = "#2e2822";
export const COFFEE = "#4f2f1f";
export const CREMA = "#b9824c";
export const BRASS = "#d0932f";
export const BRICK = "#b4492f";
export const GLASS = "#dcebe7";

/** For articles without a category, and for invalid colors. */
const HOUSE_COLOR: readonly [number, number, number] = [28, 48, 40];

/** Colors around a category's `color` (`hsl(…)`): a bright wall or a dark one. */
export function paletteOf(color: string | undefined, chance: Chance): Palette {
  const [hue, own] = (color === undefined ? null : parseHsl(color)) ?? HOUSE_COLOR;
  const saturation = Math.min(own, 55);
  const ink = (share: number, lightness: number) =>
    toHex(hslToRgb(hue, saturation * share, lightness));
  if (chance.below(3) === 0)
    return {
      wall: ink(0.9, 29),
      light: ink(0.9, 40),
      far: ink(0.9, 23),
      main: ink(1, 58),
      table: ink(0.7, 14),
      edge: ink(0.7, 19),
    };
  const wall = chance.pick([72, 78, 82]);
  return {
    wall: ink(0.8, wall),
    light: ink(1, wall + 11),
    far: ink(0.7, wall - 10),
    main: ink(1, 36),
    table: ink(0.8, 25),
    edge: ink(0.8, 33),
  };
}
