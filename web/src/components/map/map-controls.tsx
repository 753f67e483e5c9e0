import type { DrawnMap } from "./draw-map.ts";

/** The fraction of the view by which a press moves the map. */
const STEP = 0.35;

/** Every map gesture, as a button. */
export function MapControls({
  map,
  showAll,
  showAllName = "Show all shops",
}: {
  map: DrawnMap;
  showAll: () => void;
  showAllName?: string;
}) {
  const controls = [
    { name: "Zoom in", path: "M12 5v14M5 12h14", press: () => map.zoomBy(1) },
    { name: "Zoom out", path: "M5 12h14", press: () => map.zoomBy(-1) },
    {
      name: showAllName,
      path: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
      press: showAll,
    },
  ];
  const moves = [
    { name: "Move north", path: "M6 15l6-6 6 6", press: () => map.panBy(0, -STEP) },
    { name: "Move west", path: "M15 6l-6 6 6 6", press: () => map.panBy(-STEP, 0) },
    { name: "Move east", path: "M9 6l6 6-6 6", press: () => map.panBy(STEP, 0) },
    { name: "Move south", path: "M6 9l6 6 6-6", press: () => map.panBy(0, STEP) },
  ];
  return (
    <>
      <fieldset className="map-controls" aria-label="Zoom">
        {controls.map(control)}
      </fieldset>
      <fieldset className="map-controls map-moves" aria-label="Move the map">
        {moves.map(control)}
      </fieldset>
    </>
  );
}

function control({ name, path, press }: { name: string; path: string; press: () => void }) {
  return (
    <button
      key={name}
      type="button"
      className="map-control"
      aria-label={name}
      title={name}
      onClick={press}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
