import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { inTime, LARGE_CODE } from "../../api/limits.ts";
import type { Shop } from "../../api/types.ts";
import { useSite } from "../../lib/site.tsx";
import { plural } from "../../lib/text.ts";
import type { Around, DrawnMap } from "./draw-map.ts";
import { boundsOf } from "./geometry.ts";
import { MapControls } from "./map-controls.tsx";
import { MapCredits } from "./map-credits.tsx";
import { MapPins } from "./map-pins.tsx";
import { gatherPins, isPlaced, type Pin, pointOf } from "./pins.ts";
import { revealCard, useLitShop } from "./use-lit-shop.ts";

export interface MapPanelProps {
  shops: readonly Shop[];
  /** A place that the list is about, with distance rings around it. */
  around: Around | null;
  list: RefObject<HTMLElement | null>;
}

type State = "loading" | "ready" | "failed" | "unsupported";

const WORDS: Record<Exclude<State, "ready">, string> = {
  loading: "Loading the map…",
  failed: "The map couldn't load. The list has every shop.",
  unsupported: "This browser can't draw the map because WebGL is off. The list has every shop.",
};

/** The map of a list's shops: pins, controls, and the shops without a location. */
export default function MapPanel({ shops, around, list }: MapPanelProps) {
  const { mapTiles } = useSite();
  const placed = useMemo(() => shops.filter(isPlaced), [shops]);
  const bounds = useMemo(() => boundsOf(placed.map(pointOf)), [placed]);
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>("loading");
  const [faulty, setFaulty] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [map, setMap] = useState<DrawnMap | null>(null);
  const [zoom, setZoom] = useState(0);
  const [lit, setLit] = useLitShop(list);
  /** Moves the pins to their shops' positions. Set by the pins component. */
  const placePins = useRef<() => void>(() => undefined);
  // The map's initial values; later changes use its own methods.
  const start = useRef({ bounds, around, mapTiles });
  start.current = { bounds, around, mapTiles };

  useEffect(() => {
    // Whoever has just pressed "Show map" wants to see it; a map that was left open moves no page.
    const pressed = document.activeElement?.getAttribute("aria-controls");
    const place = host.current?.closest(".map-place");
    if (place && place.id === pressed) place.scrollIntoView({ block: "nearest" });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt or another middle is another map
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const draw = async () => {
      if (!host.current || !canDraw()) return setState("unsupported");
      setState("loading");
      const { drawMap } = await inTime(import("./draw-map.ts"), LARGE_CODE);
      if (signal.aborted || !host.current) return;
      const drawn = await drawMap(host.current, {
        bounds: start.current.bounds,
        around: start.current.around,
        tiles: start.current.mapTiles,
        signal,
        onMove: () => placePins.current(),
        onRest: setZoom,
        onFault: () => setFaulty(true),
      });
      setMap(drawn);
      setState("ready");
    };
    draw().catch(() => {
      if (!signal.aborted) setState("failed");
    });
    return () => {
      leaving.abort();
      setMap(null);
    };
  }, [attempt, around?.latitude, around?.longitude, around?.rings.join()]);

  const shown = useRef(bounds);
  useEffect(() => {
    if (map && shown.current !== bounds) map.show(bounds);
    shown.current = bounds;
  }, [map, bounds]);

  const pins = useMemo(() => gatherPins(placed, zoom), [placed, zoom]);
  useEffect(() => map?.namePins(pins), [map, pins]);

  const openHeap = useCallback(
    (pin: Pin) => {
      const area = boundsOf(pin.shops.map(pointOf));
      const apart = gatherPins(pin.shops, MAX_ZOOM).length > 1;
      if (map && apart && map.zoom() < MAX_ZOOM) map.show(area, MAX_ZOOM);
      return apart;
    },
    [map],
  );

  const missing = shops.length - placed.length;
  return (
    <>
      <section aria-label="Map of the coffee shops" className="map">
        <a href="#shop-list" className="map-skip button button-primary">
          Skip map
        </a>
        <div ref={host} className="map-canvas" />
        {state === "ready" && map ? (
          <>
            <MapPins
              map={map}
              pins={pins}
              lit={lit}
              onLight={setLit}
              onOpen={(slug) => revealCard(list.current, slug)}
              onHeap={openHeap}
              placing={placePins}
            />
            <MapControls map={map} showAll={() => map.show(bounds)} />
          </>
        ) : (
          <div className="map-words">
            <p role={state === "loading" ? "status" : "alert"}>
              {WORDS[state === "ready" ? "loading" : state]}
            </p>
            {state === "failed" && (
              <button
                type="button"
                className="button button-small"
                onClick={() => setAttempt(attempt + 1)}
              >
                Try again
              </button>
            )}
          </div>
        )}
      </section>
      <div className="map-foot">
        <p className="map-legend">
          <span className="open-state open-state-open">Open now</span>
          <span className="open-state">Closed or hours unknown</span>
        </p>
        {missing > 0 && (
          <p>
            {placed.length === 0
              ? "None of these shops is on the map: we don't know their exact locations."
              : `${plural(missing, "shop")} ${missing === 1 ? "is" : "are"} not on the map: we don't know the exact location.`}
          </p>
        )}
        {faulty && <p role="status">Part of the map couldn't load.</p>}
        <MapCredits tiles={mapTiles} />
      </div>
    </>
  );
}

/** The zoom at which overlapping shops are listed instead of separated. */
const MAX_ZOOM = 17;

function canDraw(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  // Browsers support only a few contexts, and this one was just a test.
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
