import { type Chance, chanceOf } from "./chance.ts";
import { townColors } from "./town-colors.ts";
import { block, dome, gable, pine, silo, steeple, waterTower } from "./town-shapes.ts";

/** A town's gradient with its skyline, in a 1200 × 320 view box. */
export function drawBanner(slug: string, fallbackColor: string | null): string {
  const [from, to] = townColors(fallbackColor);
  const chance = chanceOf(`${slug} skyline`);
  return (
    '<linearGradient id="town-banner" x1="0" y1="0" x2="1" y2="1">' +
    `<stop stop-color="${from}"></stop><stop offset="1" stop-color="${to}"></stop></linearGradient>` +
    '<path fill="url(#town-banner)" d="M0-400h1200V320H0z"></path><g fill="#000">' +
    `<path fill-opacity=".14" d="${hills(chance)}"></path>` +
    `<path fill-opacity=".16" d="${row(chance, 0.62, false)}"></path>` +
    `<path fill-opacity=".3" d="${row(chance, 0.8, true)}"></path></g>`
  );
}

/** A town's colors with one silhouette, in a 64 × 64 view box. */
export function drawStamp(slug: string, fallbackColor: string | null): string {
  const [from, to] = townColors(fallbackColor);
  const chance = chanceOf(slug);
  const x = chance.between(26, 38);
  const d = chance.pick([
    waterTower(x, 58, 0.38),
    steeple(x - 12, 58, 0.4),
    gable(x - 15, 56, 0.5),
    silo(x, 58, 0.4),
    dome(x, 56, 0.42),
    pine(x - 14, 58, 0.9) + pine(x + 2, 58, 0.65),
  ]);
  return (
    `<path fill="${from}" d="M0 0h64v64H0z"></path>` +
    `<path fill="${to}" d="M0 64V46q18-14 34-6t30-8v32z"></path>` +
    `<path fill="#fff" fill-opacity=".85" d="${d}"></path>`
  );
}

function hills(chance: Chance): string {
  const rise = () => chance.between(-70, 70);
  return `M0 ${chance.between(210, 250)}q150 ${rise()} 300 0t300 ${rise() / 4} 300 ${rise() / 4} 300 0v120H0z`;
}

const WIDTH = 1200;
const GROUND = 324;

/** A row of small-town silhouettes as one path: houses with yards, a few shops, and a landmark on the right. */
function row(chance: Chance, k: number, withLandmark: boolean): string {
  const landmark = chance.pick([waterTower, steeple, dome, silo]);
  const landmarkAt = chance.between(640, 1080);
  const parts: string[] = [];
  let built = !withLandmark;
  let x = chance.between(-30, 10);
  while (x < WIDTH) {
    if (!built && x > landmarkAt) {
      built = true;
      parts.push(landmark(x + 34 * k, GROUND, k));
      x += 92 * k;
      continue;
    }
    const kind = chance.below(9);
    if (kind < 4) {
      parts.push(pine(x, GROUND, k * (0.8 + chance.below(6) / 10)));
      x += 26 * k;
    } else if (kind < 7) {
      parts.push(gable(x, GROUND, k * (0.8 + chance.below(4) / 10)));
      x += 74 * k;
    } else {
      const width = chance.between(56, 88) * k;
      parts.push(block(x, GROUND, width, k, chance));
      x += width;
    }
    x += chance.between(2, 26);
  }
  return parts.join("");
}
