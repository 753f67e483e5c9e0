import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { inTime, LARGE_CODE } from "../api/limits.ts";
import type { Shop } from "../api/types.ts";
import type { MapPanelProps } from "./map/map-panel.tsx";
import { setMapOpen, useMapOpen } from "./map-choice.ts";

const MAP = "map";

/** Opens and closes the map. */
export function MapButton() {
  const open = useMapOpen();
  return (
    <button
      type="button"
      className="button button-small no-print noscript:invisible"
      aria-expanded={open === true}
      aria-controls={open ? MAP : undefined}
      onClick={() => setMapOpen(!open)}
    >
      {open ? "Hide map" : "Show map"}
    </button>
  );
}

interface Props {
  shops: readonly Shop[];
  around: MapPanelProps["around"];
  /** The list. */
  children: ReactNode;
}

/** A list of shops, with a map next to it on request. Nothing of the map is loaded before that. */
export function ListBesideMap({ shops, around, children }: Props) {
  const open = useMapOpen() === true;
  const [Panel, setPanel] = useState<ComponentType<MapPanelProps>>();
  const [failed, setFailed] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The server's bundle is a single file and would contain the map, too.
    if (!open || import.meta.env.SSR) return;
    setFailed(false);
    inTime(import("./map/map-panel.tsx"), LARGE_CODE).then(
      (loaded) => setPanel(() => loaded.default),
      () => setFailed(true),
    );
  }, [open]);
  return (
    <div className={open ? "beside-map" : undefined}>
      {open && (
        <div id={MAP} className="map-place">
          {failed && <p role="alert">The map couldn't load. Please try again later.</p>}
          {Panel && <Panel shops={shops} around={around} list={list} />}
        </div>
      )}
      <div ref={list} id="shop-list" tabIndex={-1} className="outline-none">
        {children}
      </div>
    </div>
  );
}
