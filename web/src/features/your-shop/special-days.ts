import type { ShopSpan, SpecialDay } from "../../api/your-shop.ts";
import { dayNumber, FOUR_DIGITS, hasFourDigits, inTwoYears } from "../../kit/days.ts";
import { z } from "../../kit/form/rules.ts";
import { DAY_NAMES, type WeekHours } from "../../kit/hours/week.ts";

/** Days with different hours: validation, and what is usual on them. */

export const MAX_SPECIAL_DAYS = 10;

/** The first error; null if there is none. `latest` and `stored` as below. */
export function mistakeIn(
  days: readonly SpecialDay[],
  latest?: string,
  stored: readonly SpecialDay[] = [],
): string | null {
  if (days.length > MAX_SPECIAL_DAYS) return `Please add up to ${MAX_SPECIAL_DAYS} entries.`;
  const wrong = days.map((day) => mistakeOf(day, latest, stored)).find((one) => one !== null);
  if (wrong) return wrong;
  const sorted = inOrder(days);
  const overlaps = sorted.some((day, index) => {
    const before = sorted[index - 1];
    return before !== undefined && before.to >= day.from;
  });
  return overlaps ? "Two entries are for the same day." : null;
}

/** What is wrong with a single entry; `latest` is the last day that can be chosen. Entries that are `stored` may be later. */
export function mistakeOf(
  { from, to, spans = [] }: SpecialDay,
  latest?: string,
  stored: readonly SpecialDay[] = [],
): string | null {
  if (from === "") return "Please choose a date for each entry.";
  if (!hasFourDigits(from) || !hasFourDigits(to)) return FOUR_DIGITS;
  if (to !== "" && to < from) return "The last day can't be before the first.";
  const last = to || from;
  const isStored = stored.some(
    (one) => one.from === from && one.to === last && isSame(one.spans ?? [], spans),
  );
  if (latest && last > latest && !isStored) return "Please choose days within two years.";
  if (spans.some(({ opens, closes }) => opens === "" || closes === ""))
    return "Please choose when it opens and when it closes.";
  if (spans.some((span) => span.opens === span.closes) && !isAllDay(spans))
    return "A day can't open and close at the same time.";
  return null;
}

export const ALL_DAY: ShopSpan[] = [{ opens: "00:00", closes: "00:00" }];

export const isAllDay = (spans: readonly ShopSpan[]) => isSame(spans, ALL_DAY);

export const isSame = (one: readonly ShopSpan[], other: readonly ShopSpan[]) =>
  one.length === other.length &&
  one.every(({ opens, closes }, index) => {
    const span = other[index];
    return opens === span?.opens && closes === span.closes;
  });

/** Entries that aren't over. */
export const comingFrom = (today: string, days: readonly SpecialDay[]): SpecialDay[] =>
  inOrder(days).filter(({ to }) => to >= today);

/** By date; an entry without a last day is a single day. */
export const inOrder = (days: readonly SpecialDay[]): SpecialDay[] =>
  days
    .map((day) => ({ ...day, to: day.to || day.from }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));

export const specialDaysRule = (stored: readonly SpecialDay[]) =>
  z.pipe(
    z.custom<SpecialDay[]>().check((context) => {
      const message = mistakeIn(context.value, inTwoYears(), stored);
      if (message) context.issues.push({ code: "custom", message, input: context.value });
    }),
    z.transform((days: SpecialDay[]) => inOrder(days)),
  );

/** 0 is Monday. */
const weekdayOf = (date: string) => (dayNumber(date) + 3) % 7;

export const weekdayName = (date: string) => DAY_NAMES[weekdayOf(date)];

/** The hours that the usual week has on a date, as if it were no holiday; null if they aren't known. */
export function usualOn(date: string, week: WeekHours | null): ShopSpan[] | null {
  const day = week?.days[weekdayOf(date)];
  if (!day || day.kind === "unset") return null;
  if (day.kind === "allDay") return ALL_DAY;
  return day.kind === "open" ? day.spans : [];
}

/** So many closed days in a row are a temporary closure rather than a holiday, here and for Google. */
const TEMPORARY = 7;

interface Dates {
  from: string;
  to: string;
}

/** The closures of a week or more: entries that follow each other count together. */
export function temporaryClosures(days: readonly SpecialDay[]): Dates[] {
  const closures: Dates[] = [];
  const closed = days.filter((day) => (day.spans ?? []).length === 0 && mistakeOf(day) === null);
  for (const { from, to } of inOrder(closed)) {
    const last = closures.at(-1);
    if (!last || dayNumber(from) > dayNumber(last.to) + 1) closures.push({ from, to });
    else if (to > last.to) last.to = to;
  }
  return closures.filter(({ from, to }) => dayNumber(to) - dayNumber(from) + 1 >= TEMPORARY);
}
