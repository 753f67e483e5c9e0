import type { Chance } from "../../../ui/chance.ts";
import { boxes, disc, lines } from "../../../ui/storefront/shapes.ts";
import { block, gable, pine, steeple, waterTower } from "../../../ui/town-shapes.ts";
import { cup, placed, shape, smallCup, steam, strokes, TABLE } from "./objects.ts";
import { BRASS, BRICK, COFFEE, CREAM, CREMA, INK, type Palette, SHADE } from "./palette.ts";

/** A thing on a table in front of a wall, left or right of the center. */
export function stillLife(draw: (main: string) => string) {
  return (palette: Palette, chance: Chance) => {
    const shift = chance.pick([-44, -24, 24, 44]);
    const beside = shift < 0 ? chance.between(236, 276) : chance.between(44, 84);
    return (
      wall(palette, chance, shift) +
      boxes(palette.table, [[0, TABLE, 320, 40]]) +
      boxes(palette.edge, [[0, TABLE, 320, 5]]) +
      placed(draw(palette.main), shift, 0) +
      smallCup(beside, chance.pick([CREAM, BRICK, BRASS]))
    );
  };
}

/** A wall: with the sun through a round window, a tall window, or striped wallpaper. */
function wall(palette: Palette, chance: Chance, shift: number): string {
  const ground = boxes(palette.wall, [[0, 0, 320, TABLE]]);
  const middle = 160 + shift;
  switch (chance.below(3)) {
    case 0:
      return ground + disc(palette.light, middle, 92, chance.between(74, 86));
    case 1: {
      const x = shift < 0 ? 196 : 36;
      return (
        ground +
        boxes(palette.light, [[x, 22, 88, 104]]) +
        lines(palette.far, 5, `M${x} 22h88v104h-88zM${x + 44} 22v104M${x} 66h88`)
      );
    }
    default: {
      const stripes = Array.from({ length: 8 }, (_, index) => index * 44 - 14);
      return (
        ground +
        boxes(
          palette.light,
          stripes.map((x) => [x, 0, 20, TABLE] as const),
        )
      );
    }
  }
}

/** One steaming cup. */
export const oneCup = stillLife((main) => cup(160, main) + steam(160, 92));

/** Two cups at one counter. */
export const twoCups = (palette: Palette, chance: Chance) =>
  wall(palette, chance, 0) +
  boxes(palette.table, [[0, TABLE, 320, 40]]) +
  boxes(palette.edge, [[0, TABLE, 320, 5]]) +
  cup(92, palette.main) +
  steam(92, 92) +
  `<g transform="matrix(-1 0 0 1 320 0)">${cup(92, BRASS)}${steam(92, 92)}</g>`;

/** The pattern of the milk. */
const HEART_VEINS = "M-20-8q20 24 40 0M-14 6q14 16 28 0";

/** A cup with latte art, from above. */
export function fromAbove(palette: Palette, chance: Chance): string {
  const x = chance.pick([116, 136, 184, 204]);
  const side = x < 160 ? 1 : -1;
  const planks = Array.from({ length: 4 }, (_, index) => `M0 ${28 + index * 48}h320`).join("");
  const handle = placed(boxes(CREAM, [[-8, 46, 16, 32]]), x, 100, side * -58);
  const heart = "M0 34c-44-24-38-58-14-58q13 0 14 14 1-14 14-14c24 0 30 34-14 58z";
  return (
    boxes(palette.wall, [[0, 0, 320, 200]]) +
    lines(palette.far, 2, planks) +
    placed(boxes(palette.light, [[-74, -74, 148, 148]]), x - side * 8, 104, side * 12) +
    disc(palette.main, x, 100, 80) +
    disc(SHADE, x, 100, 74) +
    disc(CREAM, x, 100, 71) +
    disc(SHADE, x, 100, 62) +
    handle +
    disc(CREAM, x, 100, 52) +
    disc(COFFEE, x, 100, 46) +
    disc(CREMA, x, 100, 42) +
    placed(shape(CREAM, heart) + strokes(CREMA, 2.5, HEART_VEINS), x, 98, side * 18) +
    placed(spoon(), x + side * 112, 104, side * 14)
  );
}

const spoon = () =>
  shape(SHADE, "M-11-50a11 16 0 1 1 22 0q0 12-8 16l2 92q-5 6-10 0l2-92q-8-4-8-16z");

/** A road over hills to a small town. */
export function road(palette: Palette, chance: Chance): string {
  const sun = chance.between(60, 120);
  const town =
    gable(176, 101, 0.42) + steeple(204, 101, 0.42) + gable(222, 101, 0.36) + pine(248, 103, 0.6);
  return (
    boxes(palette.light, [[0, 0, 320, 200]]) +
    disc(CREAM, sun, 62, 26) +
    shape(palette.wall, "M0 96q60-34 120-8t120-8 80 6v114h-320z") +
    shape(palette.main, town) +
    shape(palette.far, "M0 122q70-36 150-18t170-8v104h-320z") +
    shape(palette.main, "M0 150q90-34 170-8t150-14v72h-320z") +
    shape(CREAM, "M92 200q26-34 62-40t26-18-8-18 22-18l8 0q-16 10-10 18t14 20-24 22-34 34z") +
    lines(palette.main, 2, "M124 196q16-22 42-30t26-20") +
    placed(
      boxes(INK, [[-2, 0, 4, 46]]) +
        boxes(BRICK, [[-22, -18, 44, 26]]) +
        shape(CREAM, "M-9-12h16q0 10-4 14h-8q-4-4-4-14z") +
        strokes(CREAM, 2, "M7-10q6-1 5 4t-7 4"),
      chance.pick([258, 274]),
      136,
    )
  );
}

/** A main street before sunrise, with one window lit. */
export function street(palette: Palette, chance: Chance): string {
  const lit = chance.pick([92, 176]);
  const tower = chance.pick([waterTower, steeple]);
  return (
    boxes(palette.wall, [[0, 0, 320, 200]]) +
    disc(palette.light, lit + 30, 128, 96) +
    disc(CREAM, lit + 30, 128, 52) +
    shape(
      palette.far,
      `${tower(lit < 100 ? 236 : 48, 168, 0.8)}${gable(-10, 168, 1)}${gable(130, 168, 0.9)}${gable(262, 168, 1.1)}${pine(70, 168, 1.2)}${pine(214, 168, 1)}`,
    ) +
    shape(
      palette.main,
      `${block(-6, 172, 84, 1.3, chance)}${block(lit, 172, 78, 1.5, chance)}${block(256, 172, 80, 1.2, chance)}`,
    ) +
    boxes("#ffd98c", [
      [lit + 10, 132, 24, 28],
      [lit + 42, 132, 14, 40],
    ]) +
    shape(BRICK, `M${lit + 4} 122h70l6 12h-82z`) +
    boxes(palette.table, [[0, 172, 320, 28]]) +
    shape(palette.edge, `M${lit + 36} 172h28l26 28h-60z`) +
    boxes(palette.edge, [[0, 172, 320, 4]])
  );
}
