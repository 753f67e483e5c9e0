import type { Point } from "./geometry.ts";

/** Open Location Code: https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md */
const DIGITS = "23456789CFGHJMPQRVWX";
/** Degrees per digit of the five pairs. */
const STEPS = [20, 1, 0.05, 0.0025, 0.000125];
/** Digits before the "+". */
const HEAD = 8;
/** Rows and columns that an eleventh digit divides the cell into. */
const [ROWS, COLUMNS] = [5, 4];

const CODE =
  /(?:^|[\s/+])([23456789CFGHJMPQRVWX]{2,8})\+([23456789CFGHJMPQRVWX]{2,3})(?=$|[\s,/?&])/i;

/** The middle of a plus code in `text`: "8FVC9G8F+6X", or "9G8F+6X Zürich" with a place nearby. Null for anything else. */
export function readPlusCode(text: string, near: Point | null): Point | null {
  const [, head = "", tail = ""] = CODE.exec(text) ?? [];
  if (head === "" || head.length % 2 === 1) return null;
  const code = (head + tail).toUpperCase();
  if (head.length === HEAD) return middleOf(code);
  if (!near) return null;
  const missing = HEAD - head.length;
  const [longitude, latitude] = middleOf(prefixOf(near).slice(0, missing) + code);
  // The cell of this code that is nearest, which may be in the next block.
  const block = STEPS[missing / 2 - 1] ?? 0;
  const nearest = (value: number, to: number) => value + Math.round((to - value) / block) * block;
  return [nearest(longitude, near[0]), nearest(latitude, near[1])];
}

function middleOf(code: string): Point {
  let [longitude, latitude] = [-180, -90];
  let [width, height] = [0, 0];
  STEPS.forEach((step, place) => {
    if (code.length <= 2 * place) return;
    latitude += DIGITS.indexOf(code[2 * place] ?? "") * step;
    longitude += DIGITS.indexOf(code[2 * place + 1] ?? "") * step;
    [width, height] = [step, step];
  });
  if (code.length > 2 * STEPS.length) {
    [width, height] = [width / COLUMNS, height / ROWS];
    const cell = DIGITS.indexOf(code[2 * STEPS.length] ?? "");
    latitude += Math.floor(cell / COLUMNS) * height;
    longitude += (cell % COLUMNS) * width;
  }
  return [longitude + width / 2, latitude + height / 2];
}

/** The first eight digits of a place's code. */
function prefixOf([longitude, latitude]: Point): string {
  let [x, y] = [longitude + 180, latitude + 90];
  let code = "";
  for (const step of STEPS.slice(0, HEAD / 2)) {
    const [row, column] = [Math.floor(y / step), Math.floor(x / step)];
    code += `${DIGITS[row] ?? ""}${DIGITS[column] ?? ""}`;
    [x, y] = [x - column * step, y - row * step];
  }
  return code;
}
