import type { Answer } from "../../../kit/api.ts";
import { DAY_NAMES, readHours } from "../../../kit/hours/week.ts";
import { between } from "../../../lib/text.ts";

export type Question = Answer<"get", "/api/admin/import-questions">["questions"][number];

const FEET_IN_A_METER = 3.28084;
const FEET_IN_A_MILE = 5280;

/** "About 40 feet apart", "1.2 miles apart". */
export function apartText(meters: number): string {
  const feet = Math.round((meters * FEET_IN_A_METER) / 10) * 10;
  if (feet === 0) return "At the same spot on the map";
  if (feet < FEET_IN_A_MILE / 2) return `About ${feet} feet apart on the map`;
  const miles = (meters * FEET_IN_A_METER) / FEET_IN_A_MILE;
  return `${miles.toFixed(1)} miles apart on the map`;
}

const SOURCES: Record<string, string> = {
  osm: "OpenStreetMap",
  foursquare: "Foursquare",
  overture: "Overture Maps",
  table: "an unnamed list",
  json: "an unnamed list",
  geojson: "an unnamed list",
};

export const sourceText = (source: string) => SOURCES[source] ?? source;

/** The URL of a record at its source, if it is safe to link to. */
export const safeAddress = (url: string | null) => (url && /^https?:\/\//.test(url) ? url : null);

interface Why {
  title: "Possible duplicate" | "Possible chain" | "Needs a look";
  text: string;
}

type Rule = [pattern: RegExp, title: Why["title"], text: (...found: string[]) => string];

/** The reasons in an import's report, translated for someone who has never read one. */
const RULES: Rule[] = [
  [/^\d+ points for being \S+: (.+)$/, "Possible duplicate", (_, signs = "") => signsText(signs)],
  [/^perhaps \S+: (.+)$/, "Possible duplicate", (_, doubt = "") => sentence(doubt)],
  [
    /^has the name of "(.+)", which others have too$/,
    "Possible chain",
    (_, brand) => `“${brand}” is a chain, but independent shops use that name, too.`,
  ],
  [
    /^has "(.+)" among the words of its name$/,
    "Possible chain",
    (_, brand) => `Its name contains “${brand}”, which is a chain.`,
  ],
  [
    /^is one slip away from "(.+)"$/,
    "Possible chain",
    (_, brand) => `Its name looks like a misspelling of “${brand}”, which is a chain.`,
  ],
  [
    /^equals "(.+)", which is a chain in (.+), but the state is not known$/,
    "Possible chain",
    (_, brand, states) =>
      `“${brand}” is a chain in ${states}, and the record doesn't give a state.`,
  ],
  [
    /^letters of the name are lost/,
    "Needs a look",
    () => "Some letters of its name were lost when the file was converted.",
  ],
  [
    /^its coordinates (.+) are not in the United States, but its address is in (.+)$/,
    "Needs a look",
    (_, point, town) => `Its address is in ${town}, but its coordinates (${point}) are abroad.`,
  ],
];

/** Why someone has to decide. */
export function whyAsked(reason: string): Why {
  for (const [pattern, title, text] of RULES) {
    const found = pattern.exec(reason);
    if (found) return { title, text: text(...found) };
  }
  return { title: "Needs a look", text: sentence(reason) };
}

/** "same name, within 75 meters" as "Same name and within 250 feet." */
function signsText(signs: string): string {
  const parts = signs.replace("within 75 meters", "within 250 feet").split(", ");
  return sentence(parts.map((part, at) => between(at, parts.length) + part).join(""));
}

function sentence(text: string): string {
  const end = /[.!?]$/.test(text) ? "" : ".";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`;
}

const POINT = /^-?\d+\.\d+, -?\d+\.\d+$/;

interface Place {
  label: string;
  now: string;
  suggested: string;
}

/** The part of "126 Main Street · 71301 · 31.31130, -92.44510" that differs: the address, or else the coordinates. */
export function placeDifference<P extends Place>(place: P): P {
  const parts = (text: string) => text.split(" · ").filter(Boolean);
  const wordsOf = (text: string) =>
    parts(text)
      .filter((part) => !POINT.test(part))
      .join(", ");
  const pointOf = (text: string) => parts(text).find((part) => POINT.test(part)) ?? "";
  const [now, suggested] = [wordsOf(place.now), wordsOf(place.suggested)];
  if (suggested !== "" && suggested !== now) return { ...place, now, suggested };
  const points = { now: pointOf(place.now), suggested: pointOf(place.suggested) };
  return { ...place, ...points, label: "Spot on the map" };
}

const DAY = "(?:Mo|Tu|We|Th|Fr|Sa|Su)[a-z]*";
const OPENS = new RegExp(`^\\s*(${DAY}(?:\\s*[-,–]\\s*${DAY})*):?\\s+\\d`);

/** The days (0 for Monday) on which a rule such as "Mo-Fr,Su 07:00-15:00" is open. */
function daysOf(rule: string): Set<number> {
  const days = new Set<number>();
  for (const part of OPENS.exec(rule)?.[1]?.split(",") ?? []) {
    const [first = -1, last = first] = part
      .split(/[-–]/)
      .map((name) => DAY_NAMES.findIndex((day) => day.startsWith(name.trim().slice(0, 2))));
    for (let day = first; day >= 0; day = (day + 1) % 7) {
      days.add(day);
      if (day === last) break;
    }
  }
  return days;
}

/**
 * Days that two rules open, in the import's sense: a later rule for some of an earlier one's days is an exception to
 * it; any other repetition is ambiguous.
 */
export function daysNamedTwice(hours: string): string[] {
  const before: Set<number>[] = [];
  const twice = new Set<number>();
  for (const rule of hours.split(";")) {
    const days = daysOf(rule);
    for (const known of before) {
      const common = [...days].filter((day) => known.has(day));
      const isException = common.length === days.size && days.size < known.size;
      if (!isException) for (const day of common) twice.add(day);
    }
    before.push(days);
  }
  return DAY_NAMES.filter((_, day) => twice.has(day));
}

/** "Monday to Friday" for consecutive days, otherwise each by name. */
function daysText(days: string[]): string {
  const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
  const week: readonly string[] = DAY_NAMES;
  const areNeighbors = week.indexOf(last) - week.indexOf(first) === days.length - 1;
  if (days.length > 2 && areNeighbors) return `${first} to ${last}`;
  return days.map((day, at) => between(at, days.length) + day).join("");
}

/** What is odd about a record's hours; null if they can be shown as a week. */
export function hoursDoubt(hours: string): string | null {
  const days = daysNamedTwice(hours);
  if (days.length > 0) {
    const verb = days.length === 1 ? "is" : "are";
    return `${daysText(days)} ${verb} listed twice in these hours. Which is right? Until someone fixes them, the page shows them as written.`;
  }
  if (readHours(hours)) return null;
  return "We can't read these hours as a weekly schedule, so the page would show them as written.";
}
