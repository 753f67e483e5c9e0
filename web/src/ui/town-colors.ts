import { contrast, hslToRgb, parseHsl, type Rgb, toHex } from "./color.ts";

/** White text must be readable on it; slightly above WCAG's 4.5, to allow for rounding. */
const MIN_CONTRAST = 4.6;
const WHITE: Rgb = [255, 255, 255];
const HUE_SHIFT = 30;

/** The blue for towns without a color of their own. */
const DEFAULT: readonly [string, string] = ["#1d4c78", "#2b6a86"];

/**
 * The two ends of a town's gradient: its color, and the same with the hue shifted by 30. Each is darkened as much as
 * white text requires. Every color in between is dark enough, too, because luminance is convex in each channel.
 */
export function townColors(fallbackColor: string | null): readonly [string, string] {
  const parsed = fallbackColor === null ? null : parseHsl(fallbackColor);
  if (!parsed) return DEFAULT;
  const [hue, saturation, lightness] = parsed;
  return [
    toHex(readable(hue, saturation, lightness)),
    toHex(readable((hue + HUE_SHIFT) % 360, saturation, lightness)),
  ];
}

function readable(hue: number, saturation: number, lightness: number): Rgb {
  for (let step = lightness; step > 0; step -= 1) {
    const color = hslToRgb(hue, saturation, step);
    if (contrast(color, WHITE) >= MIN_CONTRAST) return color;
  }
  return [0, 0, 0];
}
