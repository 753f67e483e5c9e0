// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast, type Rgb } from "./color.ts";

const tokens = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

function color(name: string, scheme: "light" | "dark"): Rgb {
  const found = new RegExp(`--${name}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(tokens);
  const hex = found?.[scheme === "light" ? 1 : 2];
  if (!hex) throw new Error(`no token ${name}`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** Text on backgrounds: 4.5:1 (WCAG 1.4.3). */
const TEXT = [
  ...["ink", "soft", "blue", "blue-deep", "red", "green"].flatMap((words) =>
    ["paper", "raised", "sunk"].map((ground) => [words, ground] as const),
  ),
  ["on-blue", "blue"],
  ["on-blue", "blue-deep"],
  ["amber-ink", "amber-wash"],
  ["on-footer", "footer"],
  ["ink", "map-land"],
  ["soft", "map-land"],
  ["soft", "map-water"],
  ["ink", "hero"],
  ["ink", "hero-top"],
] as const;

/** Borders of controls, focus rings, the featured ring: 3:1 (WCAG 1.4.11). */
const SHAPES = [
  ["line", "paper"],
  ["line", "raised"],
  ["amber", "paper"],
  ["focus", "paper"],
  ["focus", "raised"],
  ["focus", "sunk"],
  ["focus-over", "footer"],
  ["blue", "paper"],
  ["blue", "map-land"],
  ["blue", "map-water"],
  ["line", "map-land"],
] as const;

describe.each(["light", "dark"] as const)("in the %s scheme", (scheme) => {
  it.each(TEXT)("%s is readable on %s", (words, ground) => {
    expect(contrast(color(words, scheme), color(ground, scheme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SHAPES)("%s stands out on %s", (shape, ground) => {
    expect(contrast(color(shape, scheme), color(ground, scheme))).toBeGreaterThanOrEqual(3);
  });
});
