import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useSite } from "../../lib/site.tsx";
import { readCoordinates, wayBetween } from "./bearing.ts";
import { type DrawnMap, drawMap } from "./draw-map.ts";
import { boundsOf, type Point } from "./geometry.ts";
import { MapControls } from "./map-controls.tsx";
import { MapCredits } from "./map-credits.tsx";

interface Position {
  latitude: number;
  longitude: number;
}

export interface PinPickerProps {
  /** The center of the ZIP code, where the map opens. */
  start: Position & { zipCode: string };
  pin: Position | null;
  onPin: (pin: Position | null) => void;
}

const pointOf = ({ longitude, latitude }: Position): Point => [longitude, latitude];

/** About four inches; more digits are meaningless. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** A small map for setting a pin: with a press, with keys, from the device's location, or with coordinates. */
export default function PinPicker({ start, pin, onPin }: PinPickerProps) {
  const { mapTiles } = useSite();
  const [said, setSaid] = useState("");
  const host = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [map, setMap] = useState<DrawnMap | null>(null);
  const [failed, setFailed] = useState(false);
  const at = pin ? pointOf(pin) : pointOf(start);
  const middle = pointOf(start);

  const set = (point: Point) => {
    const [moved, away] = [wayBetween(at, point), wayBetween(middle, point)];
    const where = away ? `${away} of the middle of` : "in the middle of";
    setSaid(`${moved ? `Moved ${moved}. ` : ""}The pin is ${where} ZIP code ${start.zipCode}.`);
    onPin({ longitude: rounded(point[0]), latitude: rounded(point[1]) });
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
    <section aria-label="The shop's exact place">
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
                ? "The map couldn't load. You can still enter coordinates."
                : "Loading the map…"}
            </p>
          </div>
        )}
      </div>
      <p className="mt-2 text-[0.9375rem] text-soft">
        Click or tap the spot on the map, or move the pin with the arrow keys (hold Shift for bigger
        steps).
      </p>
      <p role="status" className="text-[0.9375rem]">
        {said}
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-3">
        <HereButton
          onHere={(point) => {
            set(point);
            map?.panTo(point);
          }}
        />
        <Coordinates
          onPoint={(point) => {
            set(point);
            map?.panTo(point);
          }}
        />
        {pin && (
          <button
            type="button"
            className="text-button"
            onClick={() => {
              setSaid("Pin removed.");
              onPin(null);
            }}
          >
            Remove the pin
          </button>
        )}
      </div>
      <div className="map-foot">
        <MapCredits tiles={mapTiles} />
      </div>
    </section>
  );
}

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

/** The device's location, requested only by this press. */
function HereButton({ onHere }: { onHere: (point: Point) => void }) {
  const [state, setState] = useState<"" | "asking" | "failed">("");
  const ask = () => {
    setState("asking");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("");
        onHere([coords.longitude, coords.latitude]);
      },
      () => setState("failed"),
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  return (
    <span>
      <button
        type="button"
        className="button"
        aria-disabled={state === "asking"}
        onClick={state === "asking" ? undefined : ask}
      >
        {state === "asking" ? "Looking..." : "I am at the shop"}
      </button>
      <span role="alert" className="block text-[0.9375rem] text-red">
        {state === "failed" && "We couldn't find your location."}
      </span>
    </span>
  );
}

function Coordinates({ onPoint }: { onPoint: (point: Point) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const set = () => {
    const point = readCoordinates(text);
    setWrong(point === null);
    if (point) onPoint(point);
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="field-label">
        Coordinates
      </label>
      {isWrong && (
        <p id={`${id}-mistake`} className="field-mistake">
          <strong>Error:</strong> Please enter latitude and longitude, such as 31.3113, -92.4451
        </p>
      )}
      <span className="flex gap-2">
        <input
          id={id}
          className="field w-56"
          value={text}
          placeholder="31.3113, -92.4451"
          autoComplete="off"
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-mistake` : undefined}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // Must not submit the surrounding form.
            if (event.key !== "Enter") return;
            event.preventDefault();
            set();
          }}
        />
        <button type="button" className="button" onClick={set}>
          Set
        </button>
      </span>
    </div>
  );
}
