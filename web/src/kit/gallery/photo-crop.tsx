import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { Dialog } from "../dialog.tsx";
import { Loading } from "../states.tsx";
import { useAction } from "../use-action.ts";
import {
  inWords,
  isWhole,
  type Limits,
  moved,
  type Part,
  ratioIn,
  resized,
  scaled,
  shaped,
  WHOLE,
} from "./crop-shape.ts";
import { cropPhoto, type Gallery, type GalleryPhoto, originalAddress } from "./gallery-calls.ts";

interface Props {
  slug: string;
  photo: GalleryPhoto;
  /** "Photo 3" */
  name: string;
  saved: (gallery: Gallery) => void;
  /** Called after a change, with its entry in the history. */
  done: (entry: string) => void;
  close: () => void;
}

const ALL: Part = { left: 0, top: 0, width: WHOLE, height: WHOLE };

/** Width by height in pixels. */
const SHAPES: readonly { name: string; shape: number | null }[] = [
  { name: "Free", shape: null },
  { name: "As on the page", shape: 16 / 10 },
  { name: "Square", shape: 1 },
];

/** The server refuses smaller parts, in pixels. */
const SMALLEST = 200;

/** A photo's part: chosen by dragging, by the arrow keys, or by buttons. */
export function PhotoCrop({ slug, photo, name, saved, done, close }: Props) {
  const [part, setPart] = useState<Part>(photo.crop ?? ALL);
  const [shape, setShape] = useState<number | null>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [isBroken, setBroken] = useState(false);
  const crop = useAction((chosen: Part | null) => cropPhoto(slug, photo.id, chosen), {
    done: (after) => {
      saved(after);
      close();
      if (after.entry !== null) done(after.entry);
    },
    failed: { title: "Couldn't crop the photo", text: "Please try again." },
  });
  const limits: Limits = {
    ratio: size && shape !== null ? ratioIn(shape, size.width, size.height) : null,
    leastWidth: least(size?.width),
    leastHeight: least(size?.height),
  };
  const save = () => {
    if (!crop.busy) void crop.start(isWhole(part) ? null : part);
  };
  return (
    <Dialog open title={`Crop ${name.toLowerCase()}`} onClose={close}>
      {isBroken ? (
        <p className="form-note mt-4">The photo couldn't be loaded. Please try again later.</p>
      ) : (
        <div className="relative mx-auto mt-4 w-fit touch-none select-none">
          <img
            src={originalAddress(slug, photo.id)}
            alt=""
            className="block max-h-[55vh] max-w-full"
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setBroken(true)}
          />
          {size === null ? (
            <Loading what="the photo" />
          ) : (
            <Frame part={part} limits={limits} onChange={setPart} />
          )}
        </div>
      )}
      {size !== null && (
        <>
          <ShapeChoice
            shape={shape}
            choose={(next) => {
              setShape(next);
              if (next !== null) setPart(shaped(part, ratioIn(next, size.width, size.height)));
            }}
          />
          <Steps part={part} limits={limits} onChange={setPart} />
          <p role="status" className="mt-2 text-[0.9375rem] text-soft">
            {`Shown: ${inWords(part)}.`}
          </p>
          <p className="mt-5 flex flex-wrap gap-3">
            <button
              type="button"
              className="button button-primary"
              aria-disabled={crop.busy}
              onClick={save}
            >
              {crop.busy ? "Cropping..." : "Save crop"}
            </button>
            {photo.crop && (
              <button
                type="button"
                className="button"
                aria-disabled={crop.busy}
                onClick={() => {
                  if (!crop.busy) void crop.start(null);
                }}
              >
                Use whole photo
              </button>
            )}
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}

function least(side: number | undefined): number {
  return Math.min(WHOLE, Math.ceil((SMALLEST * WHOLE) / (side ?? WHOLE)));
}

interface FrameProps {
  part: Part;
  limits: Limits;
  onChange: (part: Part) => void;
}

const CORNERS = [
  { fromLeft: true, fromTop: true, at: "-top-5 -left-5 cursor-nwse-resize" },
  { fromLeft: false, fromTop: true, at: "-top-5 -right-5 cursor-nesw-resize" },
  { fromLeft: true, fromTop: false, at: "-bottom-5 -left-5 cursor-nesw-resize" },
  { fromLeft: false, fromTop: false, at: "-bottom-5 -right-5 cursor-nwse-resize" },
] as const;

/** One press of an arrow key, which repeats while it is held: a fiftieth of the photo. */
const STEP = 200;

/** The rectangle over the photo; the rest is darkened by a shadow. */
function Frame({ part, limits, onChange }: FrameProps) {
  const hint = useId();
  const box = useRef<HTMLButtonElement>(null);
  // It comes with the photo, after the dialog.
  useEffect(() => box.current?.focus(), []);
  const drag = useRef<{ x: number; y: number; part: Part } | null>(null);
  const percent = (value: number) => `${value / 100}%`;

  const begin = (event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, part };
  };
  const go = (event: PointerEvent, to: (start: Part, by: [number, number]) => Part) => {
    const from = drag.current;
    const stage = event.currentTarget.closest("[data-frame]")?.parentElement;
    if (!from || !stage) return;
    event.stopPropagation();
    const { width, height } = stage.getBoundingClientRect();
    const right = ((event.clientX - from.x) * WHOLE) / width;
    const down = ((event.clientY - from.y) * WHOLE) / height;
    onChange(to(from.part, [right, down]));
  };
  const end = () => {
    drag.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    const [right, down] = [by[0] * STEP, by[1] * STEP];
    onChange(
      event.shiftKey
        ? resized(part, [right, down], { fromLeft: false, fromTop: false }, limits)
        : moved(part, right, down),
    );
  };
  const place = {
    left: percent(part.left),
    top: percent(part.top),
    width: percent(part.width),
    height: percent(part.height),
  };
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
        <div
          className="absolute"
          style={{ ...place, boxShadow: "0 0 0 200vmax rgb(0 0 0 / 0.6)" }}
        />
      </div>
      <div data-frame="" className="absolute outline-2 outline-white" style={place}>
        <button
          type="button"
          ref={box}
          className="absolute inset-0 size-full cursor-move"
          aria-label="Part of the photo that is shown"
          aria-describedby={hint}
          onKeyDown={press}
          onPointerDown={begin}
          onPointerMove={(event) => go(event, (start, [right, down]) => moved(start, right, down))}
          onPointerUp={end}
          onPointerCancel={end}
        />
        <span id={hint} hidden>
          The arrow keys move it, with Shift they change its size.
        </span>
        {CORNERS.map(({ at, ...corner }) => (
          <span
            key={at}
            aria-hidden="true"
            className={`absolute grid size-11 place-items-center ${at}`}
            onPointerDown={begin}
            onPointerMove={(event) => go(event, (start, by) => resized(start, by, corner, limits))}
            onPointerUp={end}
            onPointerCancel={end}
          >
            <span className="size-4 rounded-sm border-2 border-black bg-white" />
          </span>
        ))}
      </div>
    </>
  );
}

const ARROWS: Record<string, [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface ShapeProps {
  shape: number | null;
  choose: (shape: number | null) => void;
}

function ShapeChoice({ shape, choose }: ShapeProps) {
  const name = useId();
  return (
    <fieldset className="mt-4">
      <legend className="field-label">Shape</legend>
      <div className="flex flex-wrap gap-x-5">
        {SHAPES.map((choice) => (
          <label key={choice.name} className="choice">
            <input
              type="radio"
              name={name}
              checked={choice.shape === shape}
              onChange={() => choose(choice.shape)}
            />
            <span>{choice.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The same without dragging and without keys (WCAG 2.5.7). */
function Steps({ part, limits, onChange }: FrameProps) {
  const step = (text: string, label: string, after: () => Part) => (
    <button
      type="button"
      className="button button-small"
      aria-label={label}
      onClick={() => onChange(after())}
    >
      {text}
    </button>
  );
  const far = STEP * 2;
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {step("−", "Smaller", () => scaled(part, 0.9, limits))}
      {step("+", "Larger", () => scaled(part, 1.1, limits))}
      {step("←", "Move left", () => moved(part, -far, 0))}
      {step("→", "Move right", () => moved(part, far, 0))}
      {step("↑", "Move up", () => moved(part, 0, -far))}
      {step("↓", "Move down", () => moved(part, 0, far))}
    </p>
  );
}
