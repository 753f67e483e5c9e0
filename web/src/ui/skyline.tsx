import { type Chance, chanceOf } from "./chance.ts";
import { townColours } from "./town-colours.ts";
import { block, dome, gable, pine, silo, steeple, waterTower } from "./town-shapes.ts";

interface TownProps {
  slug: string;
  fallbackColor: string | null;
}

/** A town's gradient with its own skyline: the ground of a banner with white text. */
export function TownBanner({ slug, fallbackColor }: TownProps) {
  const [from, to] = townColours(fallbackColor);
  return (
    <svg
      className="absolute inset-0 size-full"
      viewBox="0 0 1200 320"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <linearGradient id="town-banner" x1="0" y1="0" x2="1" y2="1">
        <stop stopColor={from} />
        <stop offset="1" stopColor={to} />
      </linearGradient>
      <path fill="url(#town-banner)" d="M0-400h1200V320H0z" />
      <Skyline slug={slug} />
    </svg>
  );
}

/** A town's square stamp for lists. */
export function TownStamp({ slug, fallbackColor }: TownProps) {
  const [from, to] = townColours(fallbackColor);
  const chance = chanceOf(slug);
  const x = chance.between(26, 38);
  return (
    <svg className="size-full" viewBox="0 0 64 64" aria-hidden="true">
      <path fill={from} d="M0 0h64v64H0z" />
      <path fill={to} d="M0 64V46q18-14 34-6t30-8v32z" />
      <path
        fill="#fff"
        fillOpacity=".85"
        d={chance.pick([
          waterTower(x, 58, 0.38),
          steeple(x - 12, 58, 0.4),
          gable(x - 15, 56, 0.5),
          silo(x, 58, 0.4),
          dome(x, 56, 0.42),
          pine(x - 14, 58, 0.9) + pine(x + 2, 58, 0.65),
        ])}
      />
    </svg>
  );
}

function Skyline({ slug }: { slug: string }) {
  const chance = chanceOf(`${slug} skyline`);
  return (
    <g fill="#000">
      <path fillOpacity=".14" d={hills(chance)} />
      <path fillOpacity=".16" d={row(chance, 0.62, false)} />
      <path fillOpacity=".3" d={row(chance, 0.8, true)} />
    </g>
  );
}

function hills(chance: Chance): string {
  const rise = () => chance.between(-70, 70);
  return `M0 ${chance.between(210, 250)}q150 ${rise()} 300 0t300 ${rise() / 4} 300 ${rise() / 4} 300 0v120H0z`;
}

const WIDTH = 1200;
const GROUND = 324;

/** A row of small-town silhouettes, as one path: houses with gardens, a few shops, and a landmark on the right. */
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
