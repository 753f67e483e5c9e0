// @vitest-environment node
import { describe, expect, it } from "vitest";
import { fc } from "../../test/support/random.ts";
import { contrast, hslToRgb, parseHsl, type Rgb } from "./color.ts";
import { townColors } from "./town-colors.ts";

/** `--focus-over` of tokens.css. */
const FOCUS: Rgb = [0xf6, 0xd4, 0x8c];
const WHITE: Rgb = [255, 255, 255];
const fromHex = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

const anyHsl = fc.tuple(
  fc.double({ min: -720, max: 720, noNaN: true }),
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.double({ min: 0, max: 100, noNaN: true }),
);

describe("townColors", () => {
  it("carries white text and rings of focus for every hue, saturation and lightness, at every point of the gradient", () => {
    fc.assert(
      fc.property(anyHsl, fc.double({ min: 0, max: 1, noNaN: true }), ([h, s, l], at) => {
        const [from, to] = townColors(
          `hsl(${h.toFixed(2)}, ${s.toFixed(2)}%, ${l.toFixed(2)}%)`,
        ).map(fromHex);
        if (!from || !to) throw new Error("two colors were expected");
        const mixed = from.map((channel, index) => channel + ((to[index] ?? 0) - channel) * at);
        expect(contrast(mixed as unknown as Rgb, WHITE)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(mixed as unknown as Rgb, FOCUS)).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps a color that is dark enough, and shifts the hue of the second by 30", () => {
    const hex = (h: number, s: number, l: number) =>
      `#${hslToRgb(h, s, l)
        .map((channel) => channel.toString(16).padStart(2, "0"))
        .join("")}`;
    expect(townColors("hsl(203, 45%, 40%)")).toEqual([hex(203, 45, 40), hex(233, 45, 40)]);
    expect(townColors("hsl(350, 60%, 30%)")).toEqual([hex(350, 60, 30), hex(20, 60, 30)]);
  });

  it("is the default blue without a color, or with one that cannot be read", () => {
    const fallback = townColors(null);
    for (const text of ["", "red", "hsl(a, b, c)", "hsl(10 20%)", "#123456"]) {
      expect(townColors(text)).toEqual(fallback);
    }
    for (const end of fallback) expect(contrast(fromHex(end), WHITE)).toBeGreaterThanOrEqual(4.5);
  });
});

describe("parseHsl", () => {
  it("reads the usual notations", () => {
    expect(parseHsl("hsl(203, 45%, 40%)")).toEqual([203, 45, 40]);
    expect(parseHsl("hsl(203deg 45% 40%)")).toEqual([203, 45, 40]);
    expect(parseHsl(" HSL(-10,100%,50%) ")).toEqual([350, 100, 50]);
  });
});
