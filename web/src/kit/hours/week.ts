import type { components } from "../../api/schema.gen.ts";
import { clockOf, weekFrom } from "../../lib/formats.ts";

/**
 * A week's opening hours for editing, and as text in OpenStreetMap's `opening_hours` syntax, which the server stores.
 */

/** "07:00" to "15:00"; "" if nothing is chosen. Past midnight if it closes before it opens. "00:00" is midnight. */
export type Span = components["schemas"]["Span"];

export type DayHours =
  | { kind: "unset" }
  | { kind: "closed" }
  | { kind: "allDay" }
  | { kind: "open"; spans: Span[] };

/** Seven days, Monday first, and rules that the editor preserves, such as those for holidays. */
export interface WeekHours {
  days: DayHours[];
  rest: string[];
}

export const DAY_NAMES = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

const CODES = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

export const emptyWeek = (): WeekHours => ({
  days: DAY_NAMES.map(() => ({ kind: "unset" })),
  rest: [],
});

export const isUnset = ({ days }: WeekHours) => days.every(({ kind }) => kind === "unset");

/** A list with one value replaced. */
export const withAt = <T>(list: readonly T[], place: number, value: T): T[] =>
  list.map((one, index) => (index === place ? value : one));

/** The week as text; "" if no day is set. Days that aren't set count as closed. */
export function writeHours(week: WeekHours): string {
  if (isUnset(week)) return week.rest.join("; ");
  const texts = week.days.map(dayText);
  if (texts.every((text) => text === ALL_DAY)) return ["24/7", ...week.rest].join("; ");
  const rules: string[] = [];
  for (let first = 0; first < 7; ) {
    let last = first;
    while (last < 6 && texts[last + 1] === texts[first]) last += 1;
    const days = last > first ? `${CODES[first]}-${CODES[last]}` : CODES[first];
    rules.push(`${days} ${texts[first]}`);
    first = last + 1;
  }
  return [...rules, ...week.rest].join("; ");
}

const ALL_DAY = "00:00-24:00";

function dayText(day: DayHours): string {
  if (day.kind === "allDay") return ALL_DAY;
  if (day.kind !== "open") return "off";
  const spans = [...day.spans].sort((a, b) => (a.opens < b.opens ? -1 : 1));
  return spans
    .map(({ opens, closes }) => `${opens}-${closes === "00:00" ? "24:00" : closes}`)
    .join(",");
}

/** Parses text; null if the editor can't show it as a week. */
export function readHours(text: string): WeekHours | null {
  const week = emptyWeek();
  const rules = text.split(";").map((rule) => rule.trim());
  for (const rule of rules.filter(Boolean)) {
    if (/^(PH|SH)\b[^"|]*$/.test(rule)) {
      week.rest.push(rule);
      continue;
    }
    const found =
      /^((?:Mo|Tu|We|Th|Fr|Sa|Su)[A-Za-z,\s-]*?)?\s*(24\/7|off|closed|[\d:,\s-]+)$/.exec(rule);
    const days = daysOf(found?.[1]?.trim());
    const hours = hoursOf(found?.[2]);
    if (!days || !hours) return null;
    // Without days it would replace the days before it, which nobody means.
    if (found?.[1] === undefined && !isUnset(week)) return null;
    for (const day of days) week.days[day] = hours;
  }
  if (!isUnset(week))
    week.days = week.days.map((day) => (day.kind === "unset" ? { kind: "closed" } : day));
  return week;
}

/** The days in "Mo-Fr,Su"; all days if empty. */
function daysOf(text: string | undefined): number[] | null {
  if (text === undefined) return DAY_NAMES.map((_, day) => day);
  const days: number[] = [];
  for (const part of text.split(",")) {
    const [first = -1, last = first, more] = part
      .split("-")
      .map((code) => CODES.indexOf(code.trim()));
    if (first < 0 || last < 0 || more !== undefined) return null;
    for (let day = first; ; day = (day + 1) % 7) {
      days.push(day);
      if (day === last) break;
    }
  }
  return days;
}

function hoursOf(text: string | undefined): DayHours | null {
  if (text === undefined) return null;
  if (text === "off" || text === "closed") return { kind: "closed" };
  if (text === "24/7" || text.replace(/\s/g, "") === ALL_DAY) return { kind: "allDay" };
  const spans: Span[] = [];
  for (const part of text.split(",")) {
    const found = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/.exec(part);
    const [opensHour, opensMinute, closesHour, closesMinute] = found?.slice(1).map(Number) ?? [];
    if (opensHour === undefined || opensMinute === undefined) return null;
    if (closesHour === undefined || closesMinute === undefined) return null;
    if (opensHour > 23 || closesHour > 47 || opensMinute > 59 || closesMinute > 59) return null;
    spans.push({
      opens: clock(opensHour, opensMinute),
      closes: clock(closesHour % 24, closesMinute),
    });
  }
  return { kind: "open", spans };
}

const clock = (hour: number, minute: number) =>
  `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const DAY = 24 * 60;

/** Start and end as minutes since the day's midnight; past the day if it ends on the next one. */
export function reach({ opens, closes }: Span): [from: number, to: number] {
  const [from, to] = [minutes(opens), minutes(closes)];
  return [from, to > from ? to : to + DAY];
}

/** Whether a span continues after midnight; closing at midnight doesn't count. */
export const endsNextDay = (span: Span) => reach(span)[1] > DAY;

export interface HoursMistake {
  day: number;
  message: string;
}

/** What prevents saving the week; nothing if no day is set. */
export function mistakesOf(week: WeekHours): HoursMistake[] {
  if (isUnset(week)) return [];
  return week.days.flatMap((hours, day) => {
    const message = mistakeOf(hours, day, week.days[(day + 6) % 7]);
    return message ? [{ day, message }] : [];
  });
}

function mistakeOf(hours: DayHours, day: number, before: DayHours | undefined): string | null {
  const name = DAY_NAMES[day];
  if (hours.kind === "unset") return `Is the shop open on ${name}?`;
  if (hours.kind !== "open") return null;
  if (hours.spans.some(({ opens, closes }) => opens === "" || closes === ""))
    return `Enter when ${name} opens and closes.`;
  if (hours.spans.some(({ opens, closes }) => opens === closes))
    return `${name} opens and closes at the same time. If it's open all day, choose 24 hours.`;
  const night = before?.kind === "open" ? before.spans.filter(isComplete).map(reach) : [];
  const spans = [
    ...night.map(([, to]) => [0, to - DAY] as const).filter(([, to]) => to > 0),
    ...hours.spans.map(reach),
  ].sort(([a], [b]) => a - b);
  const overlaps = spans.some(([from], index) => index > 0 && from < (spans[index - 1]?.[1] ?? 0));
  return overlaps ? `The hours for ${name} overlap.` : null;
}

const isComplete = ({ opens, closes }: Span) => opens !== "" && closes !== "";

/** "7 AM", "12:30 PM", "midnight", "noon". */
export function timeText(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (minute === 0 && hour % 24 === 0) return "midnight";
  if (minute === 0 && hour === 12) return "noon";
  return clockOf(hour, minute);
}

/** Indices of days in the order in which they are shown. */
export const daysInOrder = () => weekFrom([0, 1, 2, 3, 4, 5, 6]);

export interface WeekLine {
  days: string;
  hours: string;
}

/** The week as text, with equal days grouped. */
export function weekLines(week: WeekHours): WeekLine[] {
  const texts = week.days.map(dayText);
  const lines: WeekLine[] = [];
  for (let first = 0; first < 7; ) {
    let last = first;
    while (last < 6 && texts[last + 1] === texts[first]) last += 1;
    const days = last > first ? `${DAY_NAMES[first]} to ${DAY_NAMES[last]}` : `${DAY_NAMES[first]}`;
    lines.push({ days, hours: hoursText(week.days[first], last === first ? first : null) });
    first = last + 1;
  }
  return lines;
}

/** "Monday to Friday 7 AM to 5 PM; Saturday to Sunday closed" */
export const weekText = (week: WeekHours) =>
  weekLines(week)
    .map(({ days, hours }) => `${days} ${hours === "Closed" ? "closed" : hours}`)
    .join("; ");

/** `day` is used to name the next one if the hours go past midnight; null for several days. */
export function hoursText(hours: DayHours | undefined, day: number | null): string {
  if (!hours || hours.kind === "unset") return "not said";
  if (hours.kind === "closed") return "Closed";
  if (hours.kind === "allDay") return "Open 24 hours";
  const next = day === null ? "the next day" : DAY_NAMES[(day + 1) % 7];
  return hours.spans
    .map((span) => {
      const late = endsNextDay(span) ? ` ${next}` : "";
      return `${timeText(span.opens)} to ${timeText(span.closes)}${late}`;
    })
    .join(", ");
}
