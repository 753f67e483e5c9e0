/** The basic shapes of the drawings, as SVG text. Shapes of one color share a path. */

export type Box = readonly [x: number, y: number, width: number, height: number];

export function boxes(fill: string, list: readonly Box[]): string {
  const d = list
    .map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`)
    .join("");
  return `<path fill="${fill}" d="${d}"/>`;
}

export const lines = (stroke: string, width: number, d: string) =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" d="${d}"/>`;

export const disc = (fill: string, x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
