import type { FeatureCollection } from "geojson";
import type {
  ExpressionSpecification,
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from "maplibre-gl";
import type { Site } from "../../api/types.ts";
import { detailedLayers } from "./tile-layers.ts";

/** The site's colors for the map. */
export interface MapColors {
  land: string;
  water: string;
  rule: string;
  line: string;
  soft: string;
  ink: string;
}

/** The map's data other than its pins. */
export interface MapData {
  /** Land and lines; null if the operator's tiles show them. */
  base: FeatureCollection | null;
  labels: FeatureCollection;
  rings: FeatureCollection;
  pins: FeatureCollection;
}

/** A pin's horizontal position in the map. */
export type Side = "left" | "middle" | "right";

/** Where a name may be placed, depending on its pin's side: away from a close edge, so that it isn't cut off. */
const ANCHORS = {
  left: ["left", "top-left", "bottom-left"],
  middle: ["left", "right", "top", "bottom"],
  right: ["right", "top-right", "bottom-right"],
} as const;

/** An empty image of a pin's size, which keeps names from being placed under pins. */
export const PIN_ROOM = "pin-room";

/** From this zoom on, a town fills the view instead of being a point. */
const TOWN_FILLS_VIEW = 11.5;

const SERIF = ["Besley Variable"];
const SANS = ["Libre Franklin Variable"];

/** Interpolates linearly between pairs of zoom and value. */
function byZoom(...stops: number[]): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], ...stops] as unknown as ExpressionSpecification;
}

/** The complete style, from the current colors and data. */
export function mapStyle(
  colors: MapColors,
  data: MapData,
  tiles: Site["mapTiles"],
): StyleSpecification {
  const geojson = (features: FeatureCollection): SourceSpecification => ({
    type: "geojson",
    data: features,
  });
  return {
    version: 8,
    sources: {
      ...(data.base ? { base: geojson(data.base) } : {}),
      ...(tiles ? { tiles: tileSource(tiles) } : {}),
      labels: geojson(data.labels),
      rings: geojson(data.rings),
      pins: geojson(data.pins),
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": colors.water } },
      ...(tiles ? tileLayers(tiles, colors) : baseLayers(colors)),
      ...ringLayers(colors),
      // The operator's tiles have their own names.
      ...(tiles ? [] : labelLayers(colors)),
      ...pinLayers(colors),
    ],
  };
}

function tileSource({ kind, template }: NonNullable<Site["mapTiles"]>): SourceSpecification {
  return kind === "vector"
    ? { type: "vector", tiles: [template], maxzoom: 14 }
    : { type: "raster", tiles: [template], tileSize: 256, maxzoom: 19 };
}

function tileLayers(
  { kind }: NonNullable<Site["mapTiles"]>,
  colors: MapColors,
): LayerSpecification[] {
  return kind === "vector"
    ? detailedLayers(colors)
    : [{ id: "tiles", type: "raster", source: "tiles" }];
}

function baseLayers(colors: MapColors): LayerSpecification[] {
  const part = (name: string): ExpressionSpecification => ["==", ["get", "part"], name];
  return [
    {
      id: "land",
      type: "fill",
      source: "base",
      filter: part("land"),
      paint: { "fill-color": colors.land, "fill-antialias": false },
    },
    {
      id: "counties",
      type: "line",
      source: "base",
      filter: part("counties"),
      minzoom: 5,
      paint: {
        "line-color": colors.rule,
        "line-width": byZoom(5, 0.5, 8, 1.25, 12, 2),
        "line-opacity": byZoom(5, 0, 6, 1),
      },
    },
    {
      id: "states",
      type: "line",
      source: "base",
      filter: part("states"),
      layout: { "line-join": "round" },
      paint: {
        "line-color": colors.line,
        "line-width": byZoom(3, 0.75, 8, 2, 12, 3),
        "line-dasharray": [5, 2, 1, 2],
      },
    },
    {
      id: "coast",
      type: "line",
      source: "base",
      filter: part("coast"),
      layout: { "line-join": "round" },
      paint: { "line-color": colors.line, "line-width": byZoom(3, 0.6, 10, 1.5) },
    },
  ];
}

function ringLayers(colors: MapColors): LayerSpecification[] {
  return [
    {
      id: "rings",
      type: "line",
      source: "rings",
      paint: {
        "line-color": colors.line,
        "line-width": 1.25,
        "line-dasharray": [2, 3],
      },
    },
    {
      id: "ring-names",
      type: "symbol",
      source: "rings",
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 320,
        "text-field": ["get", "name"],
        "text-font": SANS,
        "text-size": 12,
        "text-padding": 6,
      },
      paint: halo(colors, colors.soft, 3),
    },
  ];
}

function labelLayers(colors: MapColors): LayerSpecification[] {
  const size: ExpressionSpecification = ["get", "population"];
  return [
    {
      id: "town-dots",
      type: "circle",
      source: "labels",
      filter: ["==", ["get", "kind"], "town"],
      minzoom: 7,
      maxzoom: TOWN_FILLS_VIEW,
      paint: {
        "circle-radius": ["interpolate", ["linear"], size, 0, 1.5, 50_000, 2.5, 1_000_000, 4],
        "circle-color": colors.soft,
      },
    },
    {
      id: "states-names",
      type: "symbol",
      source: "labels",
      filter: ["==", ["get", "kind"], "state"],
      layout: {
        "text-field": ["get", "name"],
        "text-font": SANS,
        "text-transform": "uppercase",
        "text-letter-spacing": 0.18,
        "text-size": byZoom(3, 9, 6, 14),
      },
      paint: halo(colors, colors.soft, 1.5),
    },
    {
      id: "town-names",
      type: "symbol",
      source: "labels",
      filter: ["!=", ["get", "kind"], "state"],
      maxzoom: TOWN_FILLS_VIEW,
      layout: {
        "text-field": ["get", "name"],
        "text-font": SERIF,
        "text-size": [
          "interpolate",
          ["linear"],
          ["zoom"],
          4,
          ["interpolate", ["linear"], size, 0, 11, 1_000_000, 14],
          12,
          ["interpolate", ["linear"], size, 0, 13, 50_000, 19, 1_000_000, 22],
        ],
        "text-variable-anchor": ["top", "bottom", "left", "right"],
        "text-radial-offset": 0.4,
        "text-justify": "auto",
        "text-padding": 6,
        "symbol-sort-key": ["-", 0, size],
      },
      paint: halo(colors, colors.soft, 1.5),
    },
    {
      // Within a town, its name is drawn like a watermark, under pins and their names.
      id: "town-marks",
      type: "symbol",
      source: "labels",
      filter: ["!=", ["get", "kind"], "state"],
      minzoom: TOWN_FILLS_VIEW,
      layout: {
        "text-field": ["get", "name"],
        "text-font": SERIF,
        "text-size": ["interpolate", ["linear"], size, 0, 18, 10_000, 28, 100_000, 34],
        "text-letter-spacing": 0.12,
        "text-max-width": 14,
        "text-allow-overlap": true,
        "text-ignore-placement": true,
      },
      paint: { "text-color": colors.rule },
    },
  ];
}

function pinLayers(colors: MapColors): LayerSpecification[] {
  const names = (side: Side): LayerSpecification => ({
    id: `pin-names-${side}`,
    type: "symbol",
    source: "pins",
    filter: ["==", ["get", "side"], side],
    layout: {
      "text-field": ["get", "name"],
      "text-font": SANS,
      "text-size": 13,
      "text-variable-anchor": [...ANCHORS[side]],
      "text-radial-offset": 1.4,
      "text-justify": "auto",
      "text-max-width": 9,
    },
    paint: halo(colors, colors.ink, 2),
  });
  return [
    names("middle"),
    names("left"),
    names("right"),
    {
      // Top layers are placed first: all pins reserve their space before any name is placed.
      id: "pin-room",
      type: "symbol",
      source: "pins",
      layout: { "icon-image": PIN_ROOM, "icon-allow-overlap": true },
    },
  ];
}

function halo({ land }: MapColors, color: string, width: number) {
  return { "text-color": color, "text-halo-color": land, "text-halo-width": width };
}
