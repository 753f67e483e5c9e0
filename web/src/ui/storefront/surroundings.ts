import type { Chance } from "../chance.ts";
import { type Box, boxes, disc, lines } from "./shapes.ts";

/** A time of day: sky, background, light, and lamps when it is dark. */
export interface Hour {
  sky: string;
  far: string;
  light: string;
  lamp: string | null;
}

export const HOURS: readonly Hour[] = [
  { sky: "#f4d7bd", far: "#e3b99c", light: "#fff3df", lamp: null },
  { sky: "#c3dde6", far: "#a4c6d1", light: "#fffaf0", lamp: null },
  { sky: "#f1cf98", far: "#dfae72", light: "#fff0cf", lamp: null },
  { sky: "#3d4a6b", far: "#2f3a57", light: "#f5edd8", lamp: "#ffd98c" },
];

export const GROUND = 172;
export const LEFT = 34;
export const RIGHT = 286;

export function sky(hour: Hour, chance: Chance): string {
  const x = chance.between(20, 300);
  const backdrop = boxes(hour.sky, [[0, 0, 320, 200]]);
  if (hour.lamp) {
    const stars: Box[] = Array.from({ length: 7 }, () => [
      chance.between(4, 316),
      chance.between(4, 34),
      2,
      2,
    ]);
    return (
      backdrop +
      boxes(hour.light, stars) +
      disc(hour.light, x, 20, 9) +
      disc(hour.sky, x + 4, 18, 8)
    );
  }
  const cloud = chance.between(10, 230);
  return (
    backdrop +
    disc(hour.light, x, chance.between(16, 34), 14) +
    `<path fill="${hour.light}" opacity=".75" d="M${cloud} 30a9 9 0 0 1 16-5 11 11 0 0 1 20 1 7 7 0 0 1 9 7h-44z"/>`
  );
}

export function neighbors(hour: Hour, chance: Chance): string {
  const left = chance.between(60, 96);
  const right = chance.between(60, 96);
  const walls: Box[] = [
    [0, left, LEFT - 2, GROUND - left],
    [RIGHT + 2, right, 320 - RIGHT - 2, GROUND - right],
  ];
  const panes: Box[] = [
    [8, left + 14, 12, 18],
    [RIGHT + 12, right + 14, 12, 18],
    [4, 134, 22, 26],
    [RIGHT + 8, 134, 22, 26],
  ];
  return boxes(hour.far, walls) + boxes(hour.lamp ? "#51597a" : hour.sky, panes);
}

export function pavement(hour: Hour, width: number): string {
  return (
    boxes(hour.lamp ? "#5b5a66" : "#cbbda4", [[0, GROUND, width, 28]]) +
    boxes(hour.lamp ? "#4c4b57" : "#b6a78c", [[0, GROUND + 8, width, 2]])
  );
}

/** Two things on the sidewalk, none in front of the door; tall things are next to the house. */
export function street(chance: Chance, doorAt: number, cloth: string, hour: Hour): string {
  const edge = chance.pick([15, 305]);
  const tall = chance.pick([lamp, tree, null])?.(edge, hour) ?? "";
  const free = [28, 84, 124, 200, 248, 292].filter(
    (x) => (x < doorAt - 20 || x > doorAt + 58) && Math.abs(x - edge) > 30,
  );
  const first = chance.pick(free);
  const second = chance.pick(free.filter((x) => Math.abs(x - first) > 40));
  const things = [planter, bench, board, bicycle];
  const one = chance.below(things.length);
  const other = (one + 1 + chance.below(things.length - 1)) % things.length;
  return tall + (things[one]?.(first, cloth) ?? "") + (things[other]?.(second, cloth) ?? "");
}

function planter(x: number): string {
  return (
    `<path fill="#3f6b45" d="M${x - 13} 164q-3-12 7-13 2-11 11-7 10-2 9 8 8 4 2 12z"/>` +
    `<path fill="#8c4a33" d="M${x - 12} 162h26l-3 15h-20z"/>`
  );
}

function bench(x: number): string {
  return lines(
    "#5a4330",
    3,
    `M${x - 20} 161h40M${x - 20} 167h40M${x - 16} 159v19M${x + 16} 159v19`,
  );
}

function board(x: number): string {
  return (
    `<path fill="#27303a" stroke="#8a6a45" stroke-width="3" d="M${x - 9} 152h18l3 26h-24z"/>` +
    lines("#f5ecd9", 1.5, `M${x - 5} 160h10M${x - 6} 165h8M${x - 6} 170h11`)
  );
}

function bicycle(x: number, cloth: string): string {
  return (
    lines(
      "#2e2822",
      2,
      `M${x - 22} 170a8 8 0 1 0 16 0 8 8 0 1 0-16 0M${x + 6} 170a8 8 0 1 0 16 0 8 8 0 1 0-16 0`,
    ) +
    lines(cloth, 2.5, `M${x - 14} 170l6-13h16l6 13M${x - 8} 157l8 13 8-13m-2-6 2 6m-18-4h6m8-3h6`)
  );
}

function lamp(x: number, hour: Hour): string {
  return (
    lines("#2c2c33", 3, `M${x} 178v-70`) +
    `<path fill="${hour.lamp ?? "#f5ecd9"}" stroke="#2c2c33" stroke-width="2" d="M${x - 6} 94h12l-2 14h-8z"/>` +
    boxes("#2c2c33", [[x - 8, 91, 16, 3]])
  );
}

function tree(x: number, hour: Hour): string {
  const leaves = hour.lamp ? "#2c4a3d" : "#5c8457";
  return (
    lines("#5a4330", 5, `M${x} 178v-50`) +
    `<path fill="${leaves}" d="M${x - 20} 136q-12-14 2-26-2-22 18-22t18 22q14 12 2 26-8 10-20 6-12 4-20-6z"/>`
  );
}
