/** WCAG 2.2 color arithmetic. Channels are 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Parses "hsl(203, 45%, 40%)" and similar notations; null for anything else. */
export function parseHsl(
  text: string,
): [hue: number, saturation: number, lightness: number] | null {
  const found = /^hsl\(\s*(-?[\d.]+)(?:deg)?[\s,]+([\d.]+)%?[\s,]+([\d.]+)%?\s*\)$/i.exec(
    text.trim(),
  );
  if (!found) return null;
  const [hue, saturation, lightness] = found.slice(1).map(Number);
  if (hue === undefined || saturation === undefined || lightness === undefined) return null;
  if (![hue, saturation, lightness].every(Number.isFinite)) return null;
  return [((hue % 360) + 360) % 360, Math.min(saturation, 100), Math.min(lightness, 100)];
}

export function hslToRgb(hue: number, saturation: number, lightness: number): Rgb {
  const s = saturation / 100;
  const l = lightness / 100;
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255);
  };
  return [channel(0), channel(8), channel(4)];
}

/** Relative luminance, 0 to 1. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two colors, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export function toHex([red, green, blue]: Rgb): string {
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
