import {
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { DrawnMap } from "./draw-map.ts";
import { MapCard } from "./map-card.tsx";
import { isDirection, nextPin, type Pin, pinLabel } from "./pins.ts";

interface Props {
  map: DrawnMap;
  pins: readonly Pin[];
  /** Slug of the highlighted shop. */
  lit: string | null;
  onLight: (slug: string | null) => void;
  /** A shop's card was opened. */
  onOpen: (slug: string) => void;
  /** A pin with several shops was pressed; returns true if the map zooms in to separate them. */
  onHeap: (pin: Pin) => boolean;
  /** Receives the function that positions the pins. */
  placing: RefObject<() => void>;
}

/** How close to the map's edge a pin may be and still count as in view (pixels). */
const EDGE = 28;

/**
 * The pins: buttons on top of the map. Only one is in the tab order and arrow keys move between them, so that a map
 * with fifty shops is a single tab stop.
 */
export function MapPins({ map, pins, lit, onLight, onOpen, onHeap, placing }: Props) {
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const box = useRef<HTMLFieldSetElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const stop = pins.find(({ id }) => id === current) ?? pins[0];

  const place = useCallback(() => {
    for (const { id, point } of pins) {
      const button = buttons.current.get(id);
      if (!button) continue;
      const { x, y } = map.place(point);
      button.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
    }
  }, [map, pins]);
  useLayoutEffect(() => {
    placing.current = place;
    place();
  }, [place, placing]);

  const inView = useCallback(
    ({ point }: Pin) => {
      const { x, y } = map.place(point);
      const { clientWidth = 0, clientHeight = 0 } = box.current ?? {};
      return x > EDGE && y > EDGE && x < clientWidth - EDGE && y < clientHeight - EDGE;
    },
    [map],
  );

  const go = (pin: Pin | null | undefined) => {
    if (!pin) return;
    setCurrent(pin.id);
    buttons.current.get(pin.id)?.focus({ preventScroll: true });
    if (!inView(pin)) map.panTo(pin.point);
  };

  const close = () => {
    if (opened === null) return;
    setOpened(null);
    buttons.current.get(opened)?.focus({ preventScroll: true });
  };

  const press = (pin: Pin) => {
    setCurrent(pin.id);
    if (pin.shops.length > 1 && onHeap(pin)) return setOpened(null);
    setOpened(opened === pin.id ? null : pin.id);
    if (opened !== pin.id) onOpen(pin.id);
    if (!inView(pin)) map.panTo(pin.point);
  };

  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") return close();
    if (!stop || !(event.target instanceof HTMLButtonElement) || !event.target.dataset.pin) return;
    if (isDirection(event.key)) go(nextPin(pins, stop, event.key));
    else if (event.key === "Home") go(pins[0]);
    else if (event.key === "End") go(pins.at(-1));
    else return;
    event.preventDefault();
  };

  // A pin that was merged into another or left the list is no longer open.
  useEffect(() => {
    if (opened !== null && !pins.some(({ id }) => id === opened)) setOpened(null);
  }, [opened, pins]);

  return (
    <fieldset ref={box} className="map-pins" aria-label="Coffee shops" onKeyDown={onKey}>
      {pins.map((pin) => {
        const isLit = lit !== null && pin.shops.some(({ slug }) => slug === lit);
        return (
          <Fragment key={pin.id}>
            <button
              ref={(button) => {
                if (button) buttons.current.set(pin.id, button);
                else buttons.current.delete(pin.id);
              }}
              type="button"
              data-pin={pin.id}
              className={pinClass(pin, isLit || opened === pin.id)}
              aria-label={pinLabel(pin)}
              aria-expanded={opened === pin.id}
              tabIndex={pin === stop ? 0 : -1}
              onClick={() => press(pin)}
              onPointerEnter={() => onLight(pin.id)}
              onPointerLeave={() => onLight(null)}
              onFocus={() => {
                setCurrent(pin.id);
                onLight(pin.id);
              }}
              onBlur={() => onLight(null)}
            >
              {pin.shops.length > 1 ? pin.shops.length : <Cup />}
            </button>
            {opened === pin.id && <MapCard shops={pin.shops} onClose={close} />}
          </Fragment>
        );
      })}
    </fieldset>
  );
}

function pinClass({ shops }: Pin, isLit: boolean): string {
  const open = shops.some(({ openState }) => openState.state === "open");
  const boosted = shops.some(({ isBoosted }) => isBoosted);
  return [
    "pin",
    open && "pin-open",
    boosted && "pin-boosted",
    shops.length > 1 && "pin-heap",
    isLit && "pin-lit",
  ]
    .filter(Boolean)
    .join(" ");
}

function Cup() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5 9h11v5a5 5 0 0 1-5 5h-1a5 5 0 0 1-5-5zM16 10.500h1.500a2.300 2.300 0 0 1 0 4.600H16M8.500 3v2.500M12.500 3v2.500" />
    </svg>
  );
}
