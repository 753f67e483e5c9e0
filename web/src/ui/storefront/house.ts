import type { Chance } from "../chance.ts";
import { type Box, boxes, disc, lines } from "./shapes.ts";
import { GROUND, type Hour, LEFT, RIGHT, street } from "./surroundings.ts";

const WALLS = [
  "#a8523d",
  "#d3a24b",
  "#8c9f7b",
  "#5a738b",
  "#e6dbc0",
  "#cf9384",
  "#457b77",
  "#55525a",
];
const CLOTH = ["#a23a27", "#1d4c78", "#2f6a48", "#c67c12", "#4b3a55", "#31343c"];
const DOORS = ["#7c2f23", "#1f4a5c", "#2d5238", "#4a3324", "#b07a1e"];
const CREAM = "#f5ecd9";
const TRIM = [CREAM, CREAM, "#2e2822"];

/** A house with a shop on its ground floor, and things in front of it. `name` is painted on the sign. */
export function house(chance: Chance, hour: Hour, name: string): string {
  const shade = hour.lamp ? dusk : (color: string) => color;
  const day = chance.pick(WALLS);
  const wall = shade(day);
  const cloth = shade(chance.pick(CLOTH.filter((color) => color !== day)));
  const trim = shade(chance.pick(TRIM));
  const glass = hour.lamp ?? "#cfe2de";
  const door = shade(chance.pick(DOORS));
  const doorAt = chance.pick([58, 141, 224]);
  const low = chance.below(3) === 0;
  const top = roof(chance, wall, trim);
  return [
    low ? `<g transform="translate(0 30)">${top}</g>` : top,
    boxes(wall, [[LEFT, low ? 88 : 58, RIGHT - LEFT, GROUND - (low ? 88 : 58)]]),
    texture(chance, wall, low ? 118 : 64),
    low ? "" : upperWindows(chance, trim, glass),
    shopWindows(chance, doorAt, trim, glass),
    doorway(doorAt, door, trim, glass),
    sign(name, chance, trim),
    awning(chance, cloth),
    street(chance, doorAt, cloth, hour),
  ].join("");
}

/** A color as it looks by lamplight: mixed with the night's blue. */
function dusk(color: string): string {
  const night = [0x1c, 0x24, 0x40];
  const mixed = night.map((channel, index) => {
    const own = Number.parseInt(color.slice(1 + index * 2, 3 + index * 2), 16);
    return Math.round(own * 0.68 + channel * 0.32)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

function roof(chance: Chance, wall: string, trim: string): string {
  switch (chance.below(5)) {
    case 0: {
      const dentils: Box[] = Array.from({ length: 16 }, (_, index) => [36 + index * 16, 57, 8, 4]);
      return boxes(trim, [[28, 49, 264, 9], ...dentils]);
    }
    case 1:
      return (
        `<path fill="${wall}" d="M34 59V46h38V34h42V24h92v10h42v12h38v13z"/>` +
        lines(trim, 4, "M32 46h40V34h42V24h92v10h42v12h40")
      );
    case 2:
      return (
        `<path fill="${wall}" d="M34 60 160 16l126 44z"/>` +
        lines(trim, 5, "M26 62 160 15l134 47") +
        disc(trim, 160, 42, 8)
      );
    case 3:
      return (
        `<path fill="${wall}" d="M34 59V48h40q0-8 16-8h20q8-20 50-20t50 20h20q16 0 16 8h40v11z"/>` +
        lines(trim, 4, "M32 48h42q0-8 16-8h20q8-20 50-20t50 20h20q16 0 16 8h42")
      );
    default:
      return (
        `<path fill="#4a423d" d="M30 60 46 26h228l16 34z"/>` +
        boxes(trim, [
          [28, 56, 264, 5],
          [44, 24, 232, 4],
        ]) +
        boxes("#efe3c6", [
          [92, 36, 18, 16],
          [210, 36, 18, 16],
        ])
      );
  }
}

function texture(chance: Chance, wall: string, from: number): string {
  const rows = Math.floor((GROUND - from) / 8);
  const kind = chance.below(3);
  if (kind === 0) {
    const bricks: Box[] = Array.from({ length: 16 }, () => [
      LEFT + 4 + chance.below(30) * 8,
      from + chance.below(rows) * 8,
      7,
      3,
    ]);
    return `<g opacity=".16">${boxes(wall === "#e6dbc0" ? "#7c5c3a" : "#000", bricks)}</g>`;
  }
  if (kind === 1) {
    const boards = Array.from(
      { length: rows },
      (_, index) => `M34 ${from + 2 + index * 8}h252`,
    ).join("");
    return `<g opacity=".14">${lines("#000", 1, boards)}</g>`;
  }
  return boxes("#00000022", [
    [LEFT, from, 8, GROUND - from],
    [RIGHT - 8, from, 8, GROUND - from],
  ]);
}

function upperWindows(chance: Chance, trim: string, glass: string): string {
  const count = chance.pick([2, 3, 4, 5]);
  const step = 240 / count;
  const arched = chance.below(2) === 0;
  const at = Array.from({ length: count }, (_, index) => Math.round(40 + step * (index + 0.5)));
  const panes = arched
    ? `<path fill="${glass}" stroke="${trim}" stroke-width="3" d="${at.map((x) => `M${x - 9} 86V72a9 9 0 0 1 18 0v14z`).join("")}"/>`
    : `<path fill="${glass}" stroke="${trim}" stroke-width="3" d="${at.map((x) => `M${x - 9} 66h18v20h-18z`).join("")}"/>`;
  return panes + lines(trim, 1.5, at.map((x) => `M${x} 66v20`).join(""));
}

/** Left edges and widths of the windows next to a door. */
function bays(doorAt: number): [number, number][] {
  if (doorAt === 58) return [[108, 164]];
  if (doorAt === 224) return [[48, 164]];
  return [
    [48, 82],
    [190, 82],
  ];
}

function shopWindows(chance: Chance, doorAt: number, trim: string, glass: string): string {
  const panes = bays(doorAt);
  const frame = panes.map(([x, width]) => `M${x} 126h${width}v36h${-width}z`).join("");
  const inside = panes.map(([x, width]) => display(chance, x, width)).join("");
  return (
    `<path fill="${glass}" stroke="${trim}" stroke-width="4" d="${frame}"/>` +
    inside +
    `<path fill="#fff" opacity=".3" d="${panes.map(([x]) => `M${x + 6} 158l18-28h8l-18 28z`).join("")}"/>` +
    boxes(
      trim,
      panes.map(([x, width]) => [x - 4, 162, width + 8, 4]),
    )
  );
}

/** The contents of a window: lamps above, and cups, plants or loaves on the sill. */
function display(chance: Chance, x: number, width: number): string {
  const count = Math.floor(width / 27);
  const at = Array.from({ length: count }, (_, index) =>
    Math.round(x + (width / count) * (index + 0.5)),
  );
  const lamps = at
    .filter((_, index) => index % 2 === 0)
    .map((lamp) => `M${lamp} 124v10m-6 5a6 6 0 0 1 12 0z`)
    .join("");
  const goods = [
    at.map((cup) => `M${cup - 6} 153h11v5a4 4 0 0 1-4 4h-3a4 4 0 0 1-4-4zm11 2h4v4h-4z`).join(""),
    at
      .map((pot) => `M${pot - 4} 156h8l-1 6h-6zm4 0q-9-3-7-10 7 2 7 10 0-10 6-13 3 8-6 13z`)
      .join(""),
    at.map((loaf) => `M${loaf - 9} 162v-4a5 5 0 0 1 8-4 6 6 0 0 1 10 4v4z`).join(""),
  ];
  return (
    `<path fill="#3a2b20" stroke="#3a2b20" d="${lamps}"/>` +
    `<path fill="${chance.pick(["#5b3a24", "#3e6b46", "#8a5a2c"])}" d="${chance.pick(goods)}"/>`
  );
}

function doorway(x: number, door: string, trim: string, glass: string): string {
  return (
    boxes(trim, [[x - 4, 122, 46, 50]]) +
    boxes(door, [[x, 126, 38, 46]]) +
    boxes(glass, [[x + 7, 131, 24, 24]]) +
    disc("#e7c25e", x + 32, 160, 2) +
    boxes("#8f8471", [[x - 6, 170, 50, 4]])
  );
}

function sign(name: string, chance: Chance, trim: string): string {
  const dark =
    trim !== TRIM[2] && trim !== dusk(TRIM[2] ?? "")
      ? chance.pick(["#23303d", "#3b2a20", "#7c2f23", "#24473a"])
      : "#f5ecd9";
  const light = dark === "#f5ecd9" ? "#2e2822" : "#f8efdb";
  const text = signText(name);
  const size = Math.min(13, Math.round(2900 / text.length) / 10);
  return (
    `<path fill="${dark}" stroke="${light}" stroke-width="1.5" d="M46 91h228v19H46z"/>` +
    `<text x="160" y="${Math.round(100.5 + size * 0.36)}" fill="${light}" font-family="Besley Variable,Georgia,serif" font-weight="700" font-size="${size}" text-anchor="middle">${escapeText(text)}</text>`
  );
}

/** As much of the name as is legible on the sign, cut between words. */
function signText(name: string): string {
  const longest = 34;
  if (name.length <= longest) return name;
  const words = name.split(/\s+/);
  let text = words[0]?.slice(0, longest) ?? "";
  for (const word of words.slice(1)) {
    if (text.length + 1 + word.length > longest) break;
    text += ` ${word}`;
  }
  return text.replace(/(\s(of|the|and|&|at|in))+$/i, "");
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function awning(chance: Chance, cloth: string): string {
  const second = chance.pick(["#f8efdb", "#f8efdb", "#e9d3a4"]);
  const kind = chance.below(4);
  if (kind === 0) {
    const teeth = Array.from({ length: 24 }, () => "l-5 6-5-6").join("");
    return `<path fill="${cloth}" d="M46 110h228l6 14${teeth}z"/>${lines(second, 3, "M42 121h236")}`;
  }
  const [count, drop] = kind === 1 ? [20, 4] : [12, 7];
  const width = 240 / count;
  const strips = (rest: number) =>
    Array.from({ length: count }, (_, index) => index)
      .filter((index) => index % 2 === rest)
      .map(
        (index) => `M${40 + index * width} 110h${width}v14a${width / 2} ${drop} 0 0 1-${width} 0z`,
      )
      .join("");
  return (
    `<path fill="${second}" d="${strips(1)}"/><path fill="${cloth}" d="${strips(0)}"/>` +
    boxes("#0000001f", [[40, 121, 240, 3]])
  );
}
