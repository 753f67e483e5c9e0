import { type ComponentType, useId, useState } from "react";
import { inTime, LARGE_CODE, LOCATION } from "../../api/limits.ts";
import { wayBetween } from "./bearing.ts";
import type { Point } from "./geometry.ts";
import type { PinPickerProps } from "./pin-picker.tsx";
import { readPlace } from "./place-text.ts";
import { type Position, pointOf, positionOf } from "./position.ts";

interface PinFieldProps {
  /** Of the field, for links to its error. */
  id: string;
  /** The center of the ZIP code; absent until there is one. */
  start: (Position & { zipCode: string }) | undefined;
  pin: Position | null;
  onPin: (pin: Position | null) => void;
  mistake?: string | null;
}

/**
 * The exact place of a shop: from a link that was copied in a map app, from the device's location, or on a small map that is loaded
 * on request. Without it, the ZIP code's center stands in for distances (D75).
 */
export function PinField({ id, start, pin, onPin, mistake = null }: PinFieldProps) {
  const [said, setSaid] = useState("");
  const set = (point: Point) => {
    setSaid(start ? wordsOf(point, pin ?? start, start) : "The pin is set.");
    onPin(positionOf(point));
  };
  return (
    <div id={id} className={`field-block ${mistake ? "field-block-wrong" : ""}`}>
      <p className="field-label">
        {"Exact place "}
        <span className="field-need">optional</span>
      </p>
      <p className="field-hint">
        {pin
          ? "The pin is set: directions lead to it."
          : "Without it, visitors see no pin, and directions go by the address."}
      </p>
      {mistake && (
        <p className="field-mistake">
          <strong>Error:</strong> {mistake}
        </p>
      )}
      <HereButton onHere={set} />
      <PastedPlace near={start ? pointOf(start) : null} onPoint={set} />
      <MapOnRequest start={start} pin={pin} onPoint={set} />
      <p role="status" className="mt-2 text-[0.9375rem]">
        {said}
      </p>
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
  );
}

/** How far it moved, and where it is. */
function wordsOf(point: Point, from: Position, start: Position & { zipCode: string }): string {
  const [moved, away] = [wayBetween(pointOf(from), point), wayBetween(pointOf(start), point)];
  const where = away ? `${away} of the middle of` : "in the middle of";
  return `${moved ? `Moved ${moved}. ` : ""}The pin is ${where} ZIP code ${start.zipCode}.`;
}

function MapOnRequest({
  start,
  pin,
  onPoint,
}: Omit<PinPickerProps, "start"> & Pick<PinFieldProps, "start">) {
  const id = useId();
  const [Picker, setPicker] = useState<ComponentType<PinPickerProps>>();
  const [failed, setFailed] = useState(false);
  const load = () => {
    // The server's bundle is a single file and would contain the map, too.
    if (import.meta.env.SSR) return;
    setFailed(false);
    inTime(import("./pin-picker.tsx"), LARGE_CODE).then(
      (loaded) => setPicker(() => loaded.default),
      () => setFailed(true),
    );
  };
  return (
    <div className="mt-3">
      {Picker && start ? (
        <Picker start={start} pin={pin} onPoint={onPoint} />
      ) : (
        <>
          <button
            type="button"
            className="button"
            disabled={!start}
            aria-describedby={start ? undefined : `${id}-first`}
            onClick={load}
          >
            {pin ? "Change it on the map" : "Set it on a map"}
          </button>
          {!start && (
            <span id={`${id}-first`} className="ml-3 text-[0.9375rem] text-soft">
              Enter the ZIP code first.
            </span>
          )}
        </>
      )}
      <div role="alert">
        {failed && <p className="mt-2 text-red">The map couldn't load. You can save without it.</p>}
      </div>
    </div>
  );
}

/** The device's location, requested only by this press. */
function HereButton({ onHere }: { onHere: (point: Point) => void }) {
  const [state, setState] = useState<"" | "asking" | "failed">("");
  const ask = () => {
    setState("asking");
    const asking = new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject, {
        enableHighAccuracy: true,
        timeout: LOCATION,
      }),
    );
    // The browser's own limit doesn't count while its question is open.
    inTime(asking, LOCATION).then(
      ({ coords }) => {
        setState("");
        onHere([coords.longitude, coords.latitude]);
      },
      () => setState("failed"),
    );
  };
  return (
    <div>
      <button
        type="button"
        className="button"
        aria-disabled={state === "asking"}
        onClick={state === "asking" ? undefined : ask}
      >
        {state === "asking" ? "Looking..." : "I'm at the shop"}
      </button>
      <p role="alert" className="text-[0.9375rem] text-red">
        {state === "failed" && "We couldn't find your location. Please move the pin by hand."}
      </p>
    </div>
  );
}

const PROBLEMS = {
  "short link": "This short link doesn't say the place. Open it, and copy the address of the page.",
  unreadable:
    "Please paste a link to the place in a map, or its coordinates, such as 31.3113, -92.4451",
};

function PastedPlace({ near, onPoint }: { near: Point | null; onPoint: (point: Point) => void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<keyof typeof PROBLEMS | null>(null);
  const read = (pasted: string) => {
    const place = readPlace(pasted, near);
    setProblem("problem" in place ? place.problem : null);
    if ("point" in place) onPoint(place.point);
  };
  return (
    <div className="mt-3 min-w-0">
      <label htmlFor={id} className="field-label">
        Link from a map, or coordinates
      </label>
      <p id={`${id}-hint`} className="field-hint">
        From Google Maps, Apple Maps or OpenStreetMap; plus codes work, too.
      </p>
      <div role="alert">
        {problem && (
          <p id={`${id}-mistake`} className="field-mistake">
            <strong>Error:</strong> {PROBLEMS[problem]}
          </p>
        )}
      </div>
      <span className="flex gap-2">
        <input
          id={id}
          className="field min-w-0"
          value={text}
          inputMode="url"
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint${problem ? ` ${id}-mistake` : ""}`}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // Must not submit the surrounding form.
            if (event.key !== "Enter") return;
            event.preventDefault();
            read(text);
          }}
        />
        <button type="button" className="button" onClick={() => read(text)}>
          Set
        </button>
      </span>
    </div>
  );
}
