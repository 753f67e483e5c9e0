import { shorten } from "../../../lib/text.ts";
import { type Chance, chanceOf } from "../../../ui/chance.ts";
import { dome, gable, pine, silo, steeple, waterTower } from "../../../ui/town-shapes.ts";

interface StampProps {
  slug: string;
  name: string;
  town: string;
  state: string;
  /** Text across it, such as the date of the visit. */
  day: string;
}

const INKS = ["blue", "red", "green", "amber"] as const;
const LONGEST_NAME = 34;
/** The radius of the text, and how much of the circle each line may take. */
const RADIUS = 71;
const NAME_ROOM = 255;
const TOWN_ROOM = 150;
/** Width of a capital letter relative to its height. */
const LETTER = 0.76;

/** A shop's rubber stamp, derived from its slug: the same shop always has the same one. */
export function Stamp({ slug, name, town, state, day }: StampProps) {
  const chance = chanceOf(`${slug} stamp`);
  const ink = chance.pick(INKS);
  const turn = chance.between(-13, 13);
  const ring = `ring-${slug}`;
  const place = [town, state].filter(Boolean).join(", ");
  const sign = shorten(name, LONGEST_NAME).toUpperCase();
  return (
    <svg className={`stamp stamp-${ink}`} viewBox="0 0 200 200" aria-hidden="true">
      <g transform={`rotate(${turn} 100 100)`}>
        <path className="stamp-line" strokeWidth="4" d={frame(chance)} />
        <circle className="stamp-line" strokeWidth="1.5" cx="100" cy="100" r="88" />
        <circle className="stamp-line" strokeWidth="1.5" cx="100" cy="100" r="60" />
        <path id={ring} fill="none" d={`M100 ${100 + RADIUS}a${RADIUS} ${RADIUS} 0 1 1 .01 0`} />
        <path id={`${ring}-under`} fill="none" d="M100 17a83 83 0 1 0 .01 0" />
        <text textAnchor="middle" fontSize={size(sign, NAME_ROOM, 17)}>
          <textPath href={`#${ring}`} startOffset="50%">
            {sign}
          </textPath>
        </text>
        <text textAnchor="middle" fontSize={size(place, TOWN_ROOM, 14)}>
          <textPath href={`#${ring}-under`} startOffset="50%">
            {place.toUpperCase()}
          </textPath>
        </text>
        <path d={picture(chance)} />
        <path className="stamp-line" strokeWidth="1.5" d="M43 112h114M51 134h98" />
        <text textAnchor="middle" x="100" y="127.500" fontSize="13">
          {day.toUpperCase()}
        </text>
        <path d="m100 141 2.400 5 5.600.700-4.100 3.800 1.100 5.500-5-2.700-5 2.700 1.100-5.500-4.100-3.800 5.600-.700z" />
      </g>
    </svg>
  );
}

/** The largest size that fits. */
function size(text: string, room: number, largest: number): number {
  return Math.min(largest, Math.round((room / (text.length * LETTER)) * 10) / 10);
}

/** The outer edge: a ring, an octagon, a scalloped postage stamp, a bottle cap. */
function frame(chance: Chance): string {
  const kind = chance.below(4);
  if (kind === 0) return "M100 4a96 96 0 1 1-.01 0z";
  if (kind === 1) return "M60 4h80l56 56v80l-56 56H60L4 140V60z";
  const teeth = kind === 2 ? 24 : 36;
  const [inner, outer] = kind === 2 ? [92, 92] : [91, 97];
  const points = Array.from({ length: teeth * 2 }, (_, index) => {
    const angle = (Math.PI * index) / teeth;
    const radius = index % 2 ? outer : inner;
    return [100 + radius * Math.sin(angle), 100 - radius * Math.cos(angle)].map((value) =>
      value.toFixed(1),
    );
  });
  if (kind === 3) return `M${points.map((point) => point.join(" ")).join("L")}z`;
  const scallops = points.filter((_, index) => index % 2 === 0);
  const arcs = [...scallops.slice(1), scallops[0] ?? []].map(
    (point) => `A12.500 12.500 0 0 1 ${point.join(" ")}`,
  );
  return `M${scallops[0]?.join(" ")}${arcs.join("")}z`;
}

/** A small-town landmark, or something about coffee. */
function picture(chance: Chance): string {
  const ground = 108;
  return chance.pick([
    waterTower(100, ground, 0.42),
    steeple(86, ground, 0.42),
    gable(62, ground, 0.72) + gable(104, ground, 0.58),
    silo(94, ground, 0.45),
    dome(96, ground, 0.52),
    pine(78, ground, 1) + pine(100, ground, 1.25) + pine(122, ground, 0.8),
    CUP,
    POT,
  ]);
}

const CUP =
  "M72 72h50v4h10a11 11 0 0 1 0 22h-12a14 14 0 0 1-10 6H86a14 14 0 0 1-14-14zM122 81v12h9a6 6 0 0 0 0-12zM66 106h64v3H66zM84 66q-5-6 0-12t0-10h4q5 6 0 12t0 10zM104 66q-5-6 0-12t0-10h4q5 6 0 12t0 10z";
const POT =
  "M86 58h28l2 7H84zM83 67h34l7 38a3 3 0 0 1-3 3H79a3 3 0 0 1-3-3zM82 72 68 64q-4-1-4 3l12 26zM119 72h9a7 7 0 0 1 7 7v12a7 7 0 0 1-7 7h-5l-1-5h5a3 3 0 0 0 3-3V80a3 3 0 0 0-3-3h-7zM96 50a4 4 0 1 1 8 0v6h-8z";
