import { boxes, disc, lines } from "../../../ui/storefront/shapes.ts";
import { BRASS, COFFEE, CREAM, CREMA, GLASS, INK, SHADE } from "./palette.ts";

/** The table's edge, on which things stand. */
export const TABLE = 160;

export const shape = (fill: string, d: string, opacity = 1) =>
  `<path fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""} d="${d}"/>`;

const oval = (fill: string, x: number, y: number, rx: number, ry: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

/** Moves `what`, drawn around the origin. */
export const placed = (what: string, x: number, y: number, turn = 0) =>
  `<g transform="translate(${x} ${y})${turn === 0 ? "" : ` rotate(${turn})`}">${what}</g>`;

/** Strokes with round caps. */
export const strokes = (stroke: string, width: number, d: string) =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;

export function bean(x: number, y: number, turn: number): string {
  return placed(oval(COFFEE, 0, 0, 9, 6) + lines(CREMA, 1.5, "M-9 0q4.500-4 9 0t9 0"), x, y, turn);
}

export function steam(x: number, y: number): string {
  return strokes(
    CREAM,
    3,
    `M${x - 13} ${y}q-9-11 0-22t0-22M${x} ${y - 6}q-9-11 0-22t0-22M${x + 13} ${y}q-9-11 0-22t0-22`,
  );
}

/** A cup on its saucer, centered at `x`. */
export function cup(x: number, band: string): string {
  return (
    strokes(CREAM, 7, `M${x + 33} 117q22-5 20 13t-28 17`) +
    shape(SHADE, `M${x - 48} 156h96q-4 8-18 8h-60q-14 0-18-8z`) +
    shape(CREAM, `M${x - 37} 106h74q0 34-20 50h-34q-20-16-20-50z`) +
    shape(band, `M${x - 36} 118h72l-2 10h-68z`) +
    oval(COFFEE, x, 107, 34, 4)
  );
}

/** A glass or paper cup without a saucer, a third of the size. */
export function smallCup(x: number, color: string): string {
  return (
    strokes(color, 4, `M${x + 13} 141q11-2 10 6t-13 8`) +
    shape(color, `M${x - 15} 136h30q0 16-7 24h-16q-7-8-7-24z`) +
    oval(COFFEE, x, 136.5, 13, 2)
  );
}

export function dripper(main: string): string {
  return (
    strokes(INK, 7, "M240-6q-8 30-44 36-22 4-33 12") +
    lines(GLASS, 3, "M162 44v22") +
    shape(GLASS, "M136 112h50l17 30q3 18-10 18h-64q-13 0-10-18z", 0.75) +
    shape(COFFEE, "M126 134h70l6 10q2 16-9 16h-64q-11 0-9-16z") +
    shape(CREAM, "M118 56h86l-10 14h-66z") +
    shape(main, "M112 66h98l-32 42h-34z") +
    lines(CREAM, 2, "M138 72l16 34M161 72v34M184 72l-16 34") +
    boxes(INK, [[130, 106, 62, 7]]) +
    lines(COFFEE, 2, "M161 113v20") +
    strokes(main, 6, "M203 72q22 0 18 14t-28 10")
  );
}

export function kettle(main: string): string {
  return (
    strokes(main, 10, "M132 142q-36 2-38-34t-26-44") +
    strokes(INK, 8, "M196 92h18q18 0 18 20v22") +
    shape(main, "M118 160l12-74h66l14 74z") +
    shape(CREAM, "M124 122l2-12h74l2 12z", 0.3) +
    shape(INK, "M130 87q4-16 33-16t33 16z") +
    disc(BRASS, 163, 67, 6) +
    shape(GLASS, "M62 74q10 12 10 19a10 10 0 0 1-20 0q0-7 10-19z") +
    shape(GLASS, "M62 110q6 8 6 13a6 6 0 0 1-12 0q0-5 6-13z")
  );
}

export function bag(main: string): string {
  return (
    shape(main, "M112 66l8-22h84l8 22v94h-100z") +
    shape(INK, "M120 44h84l3 9h-90z", 0.35) +
    shape(INK, "M112 66l12 10v84h-12zM212 66l-12 10v84h12z", 0.18) +
    disc(CREAM, 162, 70, 5) +
    disc(main, 162, 70, 2) +
    boxes(CREAM, [[132, 86, 60, 52]]) +
    lines(INK, 2, "M140 126h44M140 131h30") +
    placed(
      oval(COFFEE, 0, 0, 15, 10) + lines(CREAM, 2, "M-15 0q7.500-6 15 0t15 0"),
      162,
      106,
      -28,
    ) +
    bean(236, 158, 20) +
    bean(258, 160, -35) +
    bean(86, 159, -15)
  );
}

export function mill(main: string): string {
  return (
    strokes(INK, 5, "M160 82v-26h48") +
    disc(main, 208, 52, 9) +
    shape(BRASS, "M122 116q0-36 38-36t38 36z") +
    shape(CREAM, "M136 108q0-18 16-22-4 10-4 22z", 0.5) +
    boxes(INK, [[114, 112, 92, 7]]) +
    shape("#8a5a37", "M118 119h84l4 41h-92z") +
    boxes("#6d4429", [[134, 130, 52, 22]]) +
    disc(BRASS, 160, 141, 5) +
    bean(92, 158, 25) +
    bean(70, 160, -20) +
    bean(232, 159, -30)
  );
}

export function press(main: string): string {
  return (
    strokes(INK, 8, "M198 84h18q14 0 14 14v30q0 14-14 14h-18") +
    lines(INK, 4, "M160 66v-30") +
    disc(INK, 160, 32, 8) +
    shape(GLASS, "M124 72h74v84h-74z", 0.8) +
    boxes(COFFEE, [[128, 104, 66, 52]]) +
    boxes(CREMA, [[128, 100, 66, 5]]) +
    boxes(main, [
      [120, 78, 82, 6],
      [120, 150, 82, 6],
      [122, 78, 5, 82],
      [195, 78, 5, 82],
    ]) +
    shape(main, "M122 74q4-14 39-14t39 14z")
  );
}

export function iced(main: string): string {
  const cube = shape(CREAM, "M-11-11h22v22h-22z", 0.6);
  return (
    strokes(main, 6, "M190 22l-24 118") +
    shape(CREAM, "M120 52h82l-9 108h-64z", 0.4) +
    shape(COFFEE, "M123 84h76l-7 72h-62z", 0.95) +
    shape(CREMA, "M122 72h78l-1 14q-18 10-38 2t-38 4z") +
    placed(cube, 146, 92, 18) +
    placed(cube, 176, 104, -14) +
    placed(cube, 150, 124, -30) +
    shape(CREAM, "M128 58h7l6 96h-6z", 0.5)
  );
}

export function machine(main: string): string {
  const onTop = [112, 140, 168].map((x) => shape(CREAM, `M${x} 38h22q0 12-5 16h-12q-5-4-5-16z`));
  return (
    onTop.join("") +
    boxes(INK, [[100, 84, 120, 70]]) +
    shape(main, "M88 60q0-8 8-8h128q8 0 8 8v32h-144z") +
    boxes(CREAM, [[88, 70, 144, 4]]) +
    disc(CREAM, 206, 82, 7) +
    lines(INK, 1.5, "M206 82l3-5") +
    boxes(SHADE, [
      [138, 92, 44, 9],
      [142, 101, 36, 6],
    ]) +
    strokes("#7a4a2a", 8, "M140 105h-34") +
    lines(CREMA, 2.5, "M156 108v20M164 108v20") +
    shape(CREAM, "M146 126h28q0 16-7 22h-14q-7-6-7-22z") +
    strokes(SHADE, 4, "M204 92v34l7 12") +
    boxes(main, [[88, 152, 144, 8]]) +
    boxes(SHADE, [[104, 148, 112, 4]])
  );
}
