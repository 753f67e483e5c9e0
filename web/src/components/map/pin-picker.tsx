import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useSite } from "../../lib/site.tsx";
import { type DrawnMap, drawMap } from "./draw-map.ts";
import { boundsOf, type Point } from "./geometry.ts";
import { MapControls } from "./map-controls.tsx";
import { MapCredits } from "./map-credits.tsx";
import { type Position, pointOf } from "./position.ts";

export interface PinPickerProps {
  /** The center of the ZIP code, where the map opens. */
  start: Position;
  pin: Position | null;
  onPoint: (point: Point) => void;
}

/** A small map for setting a pin with a press or with keys. */
export default function PinPicker({ start, pin, onPoint }: PinPickerProps) {
  const { mapTiles } = useSite();
  const host = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [map, setMap] = useState<DrawnMap | null>(null);
  const [failed, setFailed] = useState(false);
  const at = pin ? pointOf(pin) : pointOf(start);
  /** Where the pin was put here; elsewhere, the map has to follow. */
  const own = useRef(at);
  const set = (point: Point) => {
    own.current = point;
    onPoint(point);
  };
  const latest = useRef({ set, at });
  latest.current = { set, at };

  const place = useCallback(() => {
    if (!map || !button.current) return;
    const { x, y } = map.place(latest.current.at);
    button.current.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }, [map]);
  const placing = useRef(place);
  placing.current = place;
  useLayoutEffect(() => place());
  const [x, y] = at;
  useEffect(() => {
    if (!map || isClose(own.current, [x, y])) return;
    own.current = [x, y];
    map.panTo([x, y]);
  }, [map, x, y]);

  const [first] = useState({ start, pin, mapTiles });
  useEffect(() => {
    const leaving = new AbortController();
    const middleOf = first.pin ?? first.start;
    const draw = async () => {
      if (!host.current) return;
      const drawn = await drawMap(host.current, {
        bounds: boundsOf([pointOf(middleOf)]),
        around: null,
        tiles: first.mapTiles,
        signal: leaving.signal,
        onMove: () => placing.current(),
        onRest: () => placing.current(),
        onFault: () => undefined,
        onPress: (point) => latest.current.set(point),
      });
      setMap(drawn);
    };
    draw().catch(() => {
      if (!leaving.signal.aborted) setFailed(true);
    });
    return () => leaving.abort();
  }, [first]);

  return (
    <section aria-label="Map for the exact place">
      <div className="map map-small">
        <div ref={host} className="map-canvas" />
        {map && (
          <>
            <div className="map-pins">
              <PlacedPin
                buttonRef={button}
                map={map}
                at={at}
                isSure={pin !== null}
                onMove={(point) => set(point)}
              />
            </div>
            <MapControls map={map} showAll={() => map.panTo(at)} showAllName="Show the pin" />
          </>
        )}
        {!map && (
          <div className="map-words">
            <p role={failed ? "alert" : "status"}>
              {failed
                ? "The map couldn't load. You can still paste a link or coordinates."
                : "Loading the map…"}
            </p>
          </div>
        )}
      </div>
      <p className="mt-2 text-[0.9375rem] text-soft">
        Click or tap the spot on the map, or move the pin with the arrow keys (hold Shift for bigger
        steps).
      </p>
      <div className="map-foot">
        <MapCredits tiles={mapTiles} />
      </div>
    </section>
  );
}

/** The position that a form keeps is rounded. */
const isClose = (one: Point, other: Point) =>
  Math.abs(one[0] - other[0]) < 2e-6 && Math.abs(one[1] - other[1]) < 2e-6;

interface PlacedPinProps {
  buttonRef: RefObject<HTMLButtonElement | null>;
  map: DrawnMap;
  at: Point;
  isSure: boolean;
  onMove: (point: Point) => void;
}

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function PlacedPin({ buttonRef, map, at, isSure, onMove }: PlacedPinProps) {
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const size = event.shiftKey ? 10 : 1;
    const { x, y } = map.place(at);
    onMove(map.pointAt(x + step[0] * size, y + step[1] * size));
  };
  const drag = ({ buttons, clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (buttons !== 1 || !box || !currentTarget.hasPointerCapture(pointerId)) return;
    onMove(map.pointAt(clientX - box.left, clientY - box.top));
  };
  return (
    <button
      ref={buttonRef}
      type="button"
      className={`pin pin-movable ${isSure ? "pin-open" : "pin-unsure"}`}
      aria-label={
        isSure
          ? "The shop's location. Move it with the arrow keys."
          : "The center of the ZIP code, not exact. Move it with the arrow keys."
      }
      onKeyDown={move}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 4v16M4 12h16" />
      </svg>
    </button>
  );
}
