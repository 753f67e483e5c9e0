import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

/**
 * Map lines: the United States Census Bureau's county, state and coast lines from the package us-atlas, as one compact
 * file. `src/components/map/base-map.ts` decodes it.
 *
 * Format: four 64-bit floats (x step, y step, x origin, y origin), then variable-length integers. For each class of
 * lines (coast, state, county): the number of lines, and for each line the number of points, then the steps between
 * points. Then the number of land rings, and for each ring the number of lines, then the lines' numbers, with the
 * complement for lines in reverse. Signed numbers are zigzag-encoded.
 */
const MODULE = "virtual:base-map";

type Arc = readonly (readonly [number, number])[];
interface Geometry {
  type: string;
  arcs?: unknown;
  geometries?: Geometry[];
}
export interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: Arc[];
  objects: Record<"counties" | "states" | "nation", Geometry>;
}

/** Its URL in `npm run dev`, which emits no files. */
const SERVED_AT = "/@base-map.bin";

export function baseMapPlugin(): Plugin {
  let isServed = false;
  return {
    name: "base-map",
    configResolved({ command }) {
      isServed = command === "serve";
    },
    configureServer({ middlewares }) {
      middlewares.use(SERVED_AT, (_, response) => {
        response.end(encodeBaseMap(readTopology()));
      });
    },
    resolveId: (source) => (source === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      if (isServed) return `export default ${JSON.stringify(SERVED_AT)};`;
      const file = this.emitFile({
        type: "asset",
        name: "base-map.bin",
        source: encodeBaseMap(readTopology()),
      });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}

export function readTopology(): Topology {
  const path = createRequire(import.meta.url).resolve("us-atlas/counties-10m.json");
  return JSON.parse(readFileSync(path, "utf8"));
}

export function encodeBaseMap({ transform, arcs, objects }: Topology): Uint8Array {
  const land = shoresOf(objects.nation);
  const [coast, state] = [linesOf(land), linesOf(ringsOf(objects.states))];
  const classOf = (line: number) => (coast.has(line) ? 0 : state.has(line) ? 1 : 2);
  const order = [0, 1, 2].map((wanted) =>
    arcs.flatMap((_, line) => (classOf(line) === wanted ? [line] : [])),
  );
  const place = new Map(order.flat().map((line, index) => [line, index]));

  const bytes: number[] = [];
  const unsigned = (value: number) => {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  const signed = (value: number) => unsigned(value < 0 ? -2 * value - 1 : 2 * value);

  for (const lines of order) {
    unsigned(lines.length);
    for (const line of lines) {
      const points = arcs[line] ?? [];
      unsigned(points.length);
      for (const [x, y] of points) {
        signed(x);
        signed(y);
      }
    }
  }
  unsigned(land.length);
  for (const ring of land) {
    unsigned(ring.length);
    for (const line of ring) {
      const number = place.get(line < 0 ? ~line : line) ?? 0;
      signed(line < 0 ? ~number : number);
    }
  }
  const numbers = new Float64Array([...transform.scale, ...transform.translate]);
  return new Uint8Array([...new Uint8Array(numbers.buffer), ...bytes]);
}

/** The numbers of all lines used in rings. */
function linesOf(rings: readonly number[][]): Set<number> {
  return new Set(rings.flatMap((ring) => ring.map((line) => (line < 0 ? ~line : line))));
}

/** The outer ring of each piece of land. Its holes are gaps between counties that don't quite meet. */
function shoresOf({ geometries, arcs }: Geometry): number[][] {
  if (geometries) return geometries.flatMap(shoresOf);
  return Array.isArray(arcs)
    ? arcs.flatMap((piece) => ringsOf({ type: "", arcs: piece }).slice(0, 1))
    : [];
}

/** The rings of a geometry, including islands and holes. */
function ringsOf({ geometries, arcs }: Geometry): number[][] {
  if (geometries) return geometries.flatMap(ringsOf);
  return isRing(arcs)
    ? [arcs]
    : Array.isArray(arcs)
      ? arcs.flatMap((part) => ringsOf({ type: "", arcs: part }))
      : [];
}

function isRing(arcs: unknown): arcs is number[] {
  return Array.isArray(arcs) && arcs.every((line) => typeof line === "number");
}
