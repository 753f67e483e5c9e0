import type { LayerSpecification } from "maplibre-gl";
import type { MapColors } from "./map-style.ts";

const SANS = ["Libre Franklin Variable"];

/** An operator's vector tiles (OpenMapTiles schema) in the site's colors: water, parks, streets, names. */
export function detailedLayers(colors: MapColors): LayerSpecification[] {
  const source = "tiles";
  const text = {
    "text-color": colors.soft,
    "text-halo-color": colors.land,
    "text-halo-width": 1.5,
  };
  return [
    { id: "paper", type: "background", paint: { "background-color": colors.land } },
    {
      id: "tile-water",
      type: "fill",
      source,
      "source-layer": "water",
      paint: { "fill-color": colors.water },
    },
    {
      id: "tile-parks",
      type: "fill",
      source,
      "source-layer": "park",
      paint: { "fill-color": colors.rule, "fill-opacity": 0.35 },
    },
    {
      id: "tile-buildings",
      type: "fill",
      source,
      "source-layer": "building",
      minzoom: 14,
      paint: { "fill-color": colors.rule, "fill-opacity": 0.6 },
    },
    {
      id: "tile-borders",
      type: "line",
      source,
      "source-layer": "boundary",
      filter: ["<=", ["get", "admin_level"], 6],
      paint: { "line-color": colors.line, "line-dasharray": [5, 2, 1, 2] },
    },
    {
      id: "tile-streets",
      type: "line",
      source,
      "source-layer": "transportation",
      layout: { "line-cap": "round", "line-join": "round" },
      paint: {
        "line-color": colors.rule,
        "line-width": [
          "interpolate",
          ["exponential", 1.5],
          ["zoom"],
          8,
          0.5,
          16,
          [
            "match",
            ["get", "class"],
            ["motorway", "trunk", "primary"],
            10,
            ["path", "track"],
            2,
            6,
          ],
        ],
      },
    },
    {
      id: "tile-street-names",
      type: "symbol",
      source,
      "source-layer": "transportation_name",
      minzoom: 13,
      layout: {
        "text-field": ["get", "name"],
        "text-font": SANS,
        "text-size": 12,
        "symbol-placement": "line",
      },
      paint: text,
    },
    {
      id: "tile-places",
      type: "symbol",
      source,
      "source-layer": "place",
      layout: { "text-field": ["get", "name"], "text-font": ["Besley Variable"], "text-size": 15 },
      paint: text,
    },
  ];
}
