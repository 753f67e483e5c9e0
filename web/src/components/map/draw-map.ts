import baseMapUrl from "virtual:base-map";
import type { Feature, FeatureCollection } from "geojson";
import { type GeoJSONSource, Map as MapLibre, type MapOptions, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { call } from "../../api/client.ts";
import { inTime, LARGE_CODE, limited } from "../../api/limits.ts";
import type { PlaceLabel, Site } from "../../api/types.ts";
import { followDownload } from "../../lib/follow-download.ts";
import { lengthText } from "../../lib/formats.ts";
import { baseMapFeatures, decodeBaseMap } from "./base-map.ts";
import { type Bounds, circle, holds, type Point, widened } from "./geometry.ts";
import { type MapColors, type MapData, mapStyle, PIN_ROOM, type Side } from "./map-style.ts";
import type { Pin } from "./pins.ts";

/** A central place, with distance rings around it. */
export interface Around {
  latitude: number;
  longitude: number;
  /** Radii of the rings, in miles. */
  rings: readonly number[];
}

/** The country without Alaska and Hawaii, which a map without shops shows. */
const COUNTRY: Bounds = { west: -125, south: 24.4, east: -66.9, north: 49.4 };
/** Maximum distance in pixels between the outermost pins and the map's edge, with room for names and controls. */
const MARGIN = 76;
/** The closest zoom for a single shop, and for the first view of any map. */
const NEAREST_VIEW = 14;
const DARK = "(prefers-color-scheme: dark)";

/** A map on the screen. */
export interface DrawnMap {
  /** A point's position in the map's box, in pixels. */
  place(point: Point): { x: number; y: number };
  /** The point at a position in the map's box. */
  pointAt(x: number, y: number): Point;
  zoom(): number;
  zoomBy(levels: number): void;
  /** Moves the view by a fraction of its width and height. */
  panBy(right: number, down: number): void;
  panTo(point: Point): void;
  /** Shows an area; without animation if the view is far from it. */
  show(bounds: Bounds | null, nearest?: number): void;
  /** Sets the names of pins. */
  namePins(pins: readonly Pin[]): void;
}

interface Options {
  bounds: Bounds | null;
  around: Around | null;
  tiles: Site["mapTiles"];
  /** Removes the map. */
  signal: AbortSignal;
  onMove: () => void;
  /** The view has stopped moving, at this zoom. */
  onRest: (zoom: number) => void;
  /** Part of the map couldn't load. */
  onFault: () => void;
  /** The map was pressed here. */
  onPress?: (point: Point) => void;
}

/** Renders a map into `host`, until `signal` is aborted. Rejects if the map's lines can't be loaded. */
export async function drawMap(host: HTMLElement, options: Options): Promise<DrawnMap> {
  const { tiles, around } = options;
  const data: MapData = {
    base: tiles ? null : baseMapFeatures(decodeBaseMap(await loadFile(baseMapUrl))),
    labels: collection([]),
    rings: collection(around ? ringFeatures(around) : []),
    pins: collection([]),
  };
  const style = () => mapStyle(readColors(host), data, tiles);

  options.signal.throwIfAborted();
  // From our own origin, so that the security policy needs no exception.
  setWorkerUrl(workerUrl);
  const map = new MapLibre({
    ...SETTINGS,
    container: host,
    style: style(),
    bounds: corners(startingBounds(options)),
    fitBoundsOptions: { padding: margin(host), maxZoom: NEAREST_VIEW },
  });
  map.touchZoomRotate.disableRotation();
  // Users and screen readers interact with the pins; the drawing behind them carries no information of its own.
  const canvas = map.getCanvas();
  canvas.removeAttribute("role");
  canvas.removeAttribute("aria-label");
  canvas.setAttribute("aria-hidden", "true");
  canvas.tabIndex = -1;

  const redraw = () => map.setStyle(style());
  const scheme = matchMedia(DARK);
  scheme.addEventListener("change", redraw);

  const labels = tiles ? null : followLabels(map, data, options.signal);
  options.signal.addEventListener("abort", () => {
    scheme.removeEventListener("change", redraw);
    map.remove();
  });
  let named: readonly Pin[] = [];
  const writeNames = () => {
    data.pins = collection(
      named.map((pin) => pinFeature(pin, sideOf(map.project([...pin.point]).x / host.clientWidth))),
    );
    map.getSource<GeoJSONSource>("pins")?.setData(data.pins);
  };
  map.on("error", options.onFault);
  map.on("click", ({ lngLat }) => options.onPress?.([lngLat.lng, lngLat.lat]));
  map.on("move", options.onMove);
  map.on("moveend", () => {
    options.onRest(map.getZoom());
    writeNames();
    labels?.follow();
  });
  map.on("resize", options.onMove);
  await inTime(new Promise((done) => map.once("load", done)), LARGE_CODE);
  map.addImage(PIN_ROOM, new ImageData(32, 32));
  labels?.follow();
  options.onRest(map.getZoom());

  return {
    place: (point) => map.project([...point]),
    pointAt: (x, y) => {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    },
    zoom: () => map.getZoom(),
    zoomBy: (levels) => map.easeTo({ zoom: map.getZoom() + levels }),
    panBy: (right, down) => {
      map.panBy([right * host.clientWidth, down * host.clientHeight]);
    },
    panTo: (point) => map.panTo([...point]),
    show: (bounds, nearest = NEAREST_VIEW) => {
      map.fitBounds(corners(bounds ?? COUNTRY), {
        padding: margin(host),
        maxZoom: nearest,
        linear: true,
        duration: 400,
      });
    },
    namePins: (pins) => {
      named = pins;
      writeNames();
    },
  };
}

const SETTINGS: Partial<MapOptions> = {
  attributionControl: false,
  // Scrolling the page continues over the map; moving the map takes two fingers or a key.
  cooperativeGestures: true,
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  keyboard: false,
  renderWorldCopies: false,
  minZoom: 2,
  maxZoom: 18,
  fadeDuration: 120,
  locale: {
    "CooperativeGesturesHandler.WindowsHelpText": "Hold Ctrl and scroll to zoom the map",
    "CooperativeGesturesHandler.MacHelpText": "Hold ⌘ and scroll to zoom the map",
    "CooperativeGesturesHandler.MobileHelpText": "Use two fingers to move the map",
  },
};

function margin({ clientWidth }: HTMLElement): number {
  return Math.min(MARGIN, clientWidth / 7);
}

function startingBounds({ bounds, around }: Options): Bounds {
  if (bounds) return bounds;
  if (!around) return COUNTRY;
  const { latitude, longitude } = around;
  return { west: longitude, south: latitude, east: longitude, north: latitude };
}

function corners({ west, south, east, north }: Bounds): [[number, number], [number, number]] {
  return [
    [west, south],
    [east, north],
  ];
}

/** Updates the names on the map as its view changes. */
function followLabels(map: MapLibre, data: MapData, signal: AbortSignal) {
  let loaded: { area: Bounds; zoom: number } | null = null;
  let asking: AbortController | null = null;
  const follow = async () => {
    const view = map.getBounds();
    const [west, south, east, north] = [
      view.getWest(),
      view.getSouth(),
      view.getEast(),
      view.getNorth(),
    ];
    const zoom = Math.floor(map.getZoom());
    const seen = { west, south, east, north };
    if (loaded && loaded.zoom === zoom && holds(loaded.area, seen)) return;
    const area = widened(seen, zoom);
    asking?.abort();
    asking = new AbortController();
    const given = AbortSignal.any([signal, asking.signal]);
    const bbox = [area.west, area.south, area.east, area.north]
      .map((degrees) => Number(degrees.toFixed(4)))
      .join(",");
    try {
      const labels = await call("get", "/api/places", { query: { bbox, zoom }, signal: given });
      if (given.aborted) return;
      loaded = { area, zoom };
      data.labels = collection(labels.map(labelFeature));
      map.getSource<GeoJSONSource>("labels")?.setData(data.labels);
    } catch {
      // A map without names still works; the next move tries again.
    }
  };
  return { follow: () => void follow() };
}

const loadFile = (url: string): Promise<ArrayBuffer> =>
  limited(async (signal, progress) => {
    const answer = await fetch(url, { signal });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    followDownload(answer, progress);
    return answer.arrayBuffer();
  });

function collection(features: Feature[]): FeatureCollection {
  return { type: "FeatureCollection", features };
}

function feature(geometry: Feature["geometry"], properties: Feature["properties"]): Feature {
  return { type: "Feature", geometry, properties };
}

function labelFeature({ latitude, longitude, ...properties }: PlaceLabel): Feature {
  return feature({ type: "Point", coordinates: [longitude, latitude] }, properties);
}

/** `share`: the position as a fraction of the map's width, from the left. */
function sideOf(share: number): Side {
  if (share < 0.3) return "left";
  return share > 0.7 ? "right" : "middle";
}

function pinFeature({ point, shops: [first, ...rest] }: Pin, side: Side): Feature {
  const name = rest.length === 0 ? first.name : "";
  return feature({ type: "Point", coordinates: [...point] }, { name, side });
}

/** Rings labeled with their distance. */
function ringFeatures({ latitude, longitude, rings }: Around): Feature[] {
  return rings.map((miles) => {
    const coordinates = circle([longitude, latitude], miles);
    return feature({ type: "LineString", coordinates }, { name: lengthText(miles) });
  });
}

/** The site's current colors; browsers only resolve `light-dark()` on a real element. */
function readColors(host: HTMLElement): MapColors {
  const probe = document.createElement("span");
  host.append(probe);
  const color = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    land: color("map-land"),
    water: color("map-water"),
    rule: color("rule"),
    line: color("line"),
    soft: color("soft"),
    ink: color("ink"),
  };
  probe.remove();
  return colors;
}
