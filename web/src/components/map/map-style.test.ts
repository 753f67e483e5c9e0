// @vitest-environment node
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { expect, it } from "vitest";
import { creditOf } from "./credit.ts";
import { type MapColors, type MapData, mapStyle } from "./map-style.ts";

const colors: MapColors = {
  land: "rgb(252, 248, 238)",
  water: "#dde3de",
  rule: "#dccfb5",
  line: "#8b7a60",
  soft: "#5f5140",
  ink: "#261d14",
};
const none = { type: "FeatureCollection" as const, features: [] };
const data: MapData = { base: none, labels: none, rings: none, pins: none };
const tiles = { template: "https://tiles.example/{z}/{x}/{y}", attribution: "Tiles Example" };

it.each([
  ["our own lines", { ...data }, null],
  ["pictures of an operator's choice", { ...data, base: null }, { ...tiles, kind: "raster" }],
  ["shapes of an operator's choice", { ...data, base: null }, { ...tiles, kind: "vector" }],
] as const)("the style of %s is valid and loads nothing else", (_, given, chosen) => {
  const style = mapStyle(colors, given, chosen);
  expect(validateStyleMin(style)).toEqual([]);
  const addresses = JSON.stringify(style).match(/https?:[^"]+/g) ?? [];
  expect(addresses).toEqual(chosen ? [tiles.template] : []);
  expect(style.glyphs).toBeUndefined();
  expect(style.sprite).toBeUndefined();
});

it("an address in an operator's credit becomes its link", () => {
  expect(creditOf("© A and B")).toEqual({ text: "© A and B", href: null });
  expect(creditOf("© A contributors https://a.example/copyright")).toEqual({
    text: "© A contributors",
    href: "https://a.example/copyright",
  });
  expect(creditOf("https://a.example")).toEqual({
    text: "https://a.example",
    href: "https://a.example",
  });
  expect(creditOf("javascript:alert(1)").href).toBeNull();
});
