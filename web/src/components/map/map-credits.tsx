import type { Site } from "../../api/types.ts";
import { paths } from "../../lib/paths.ts";
import { creditOf } from "./credit.ts";

/** Attribution of the map's data. */
export function MapCredits({ tiles }: { tiles: Site["mapTiles"] }) {
  const credit = tiles && creditOf(tiles.attribution);
  return (
    <p className="map-credits">
      {"Map: "}
      {credit?.href ? <a href={credit.href}>{credit.text}</a> : credit?.text}
      {!credit && (
        <>
          {"lines from the U.S. Census Bureau, names from "}
          <a href="https://www.geonames.org">GeoNames</a>
        </>
      )}
      {", drawn by "}
      <a href="https://maplibre.org">MapLibre</a>
      {". "}
      <a href={paths.dataSources()}>Data sources</a>
    </p>
  );
}
