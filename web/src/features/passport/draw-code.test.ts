import { encode } from "uqr";
import { expect, it } from "vitest";
import { makeKept } from "../../../test/support/kept-shops.ts";
import { drawCode } from "../../lib/draw-code.ts";
import { MAX_IN_CODE, writeLink } from "./link.ts";

const ADDRESS = "https://townperk.example/passport#add=1.AZc-_w";

/** The dark modules in a path made of `M x y h n v1 h -n z` pieces. */
function modulesOf({ size, path }: { size: number; path: string }): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const pieces = path.match(/[^z]+z/g) ?? [];
  for (const piece of pieces) {
    const [, x, y, width, back] = /^M(\d+) (\d+)h(\d+)v1h-(\d+)z$/.exec(piece)?.map(Number) ?? [];
    if (x === undefined || y === undefined || width === undefined) throw new Error(piece);
    expect(back).toBe(width);
    modules[y]?.fill(true, x, x + width);
  }
  return modules;
}

it("draws the library's modules of that very address", () => {
  const { data } = encode(ADDRESS, { border: 4, ecc: "L", boostEcc: true });
  expect(modulesOf(drawCode(ADDRESS))).toEqual(data);
  expect(drawCode(`${ADDRESS}A`).path).not.toBe(drawCode(ADDRESS).path);
});

it("keeps four light modules on each side", () => {
  const modules = modulesOf(drawCode(ADDRESS));
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])));
  const places = dark.flat();
  expect(Math.min(...places)).toBe(4);
  expect(Math.max(...places)).toBe(modules.length - 5);
});

it("stays coarse enough for a camera with as many shops as it may hold", () => {
  const shops = Array.from({ length: MAX_IN_CODE }, (_, index) => makeKept(index));
  const address = `https://a-rather-long-name-of-a-directory.example/passport${writeLink(shops)}`;
  // At most 105 modules and the quiet zone: more than two points each on the narrowest phones.
  expect(drawCode(address).size).toBeLessThanOrEqual(113);
});
