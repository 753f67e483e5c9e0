import type { SpecialDay } from "../../api/your-shop.ts";
import { z } from "../../kit/form/rules.ts";

/** Days with different hours: validation, and the holidays that most shops need. */

export const MAX_SPECIAL_DAYS = 6;

/** The first error; null if there is none. */
export function mistakeIn(days: readonly SpecialDay[]): string | null {
  if (days.length > MAX_SPECIAL_DAYS) return `Please add up to ${MAX_SPECIAL_DAYS} entries.`;
  for (const { from, to, spans } of days) {
    if (from === "") return "Please choose a date for each entry.";
    if (to !== "" && to < from) return "The last day can't be before the first.";
    if (spans.some(({ opens, closes }) => opens === "" || closes === ""))
      return "Please choose when it opens and when it closes.";
    if (spans.some(({ opens, closes }) => opens === closes))
      return "A day can't open and close at the same time.";
  }
  const sorted = inOrder(days);
  const overlaps = sorted.some((day, index) => {
    const before = sorted[index - 1];
    return before !== undefined && before.to >= day.from;
  });
  return overlaps ? "Two entries are for the same day." : null;
}

/** Entries that aren't over. */
export const comingFrom = (today: string, days: readonly SpecialDay[]): SpecialDay[] =>
  inOrder(days).filter(({ to }) => to >= today);

/** By date; an entry without a last day is a single day. */
export const inOrder = (days: readonly SpecialDay[]): SpecialDay[] =>
  days
    .map((day) => ({ ...day, to: day.to || day.from }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));

export const specialDaysRule = () =>
  z.pipe(
    z.custom<SpecialDay[]>().check((context) => {
      const message = mistakeIn(context.value);
      if (message) context.issues.push({ code: "custom", message, input: context.value });
    }),
    z.transform((days: SpecialDay[]) => inOrder(days)),
  );

const dateOf = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The day of the month of the `nth` given weekday (0: Sunday). */
function nth(year: number, month: number, weekday: number, nth: number) {
  // biome-ignore lint/plugin: a date of the calendar, drawn by the browser alone
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return dateOf(year, month, 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7);
}

export interface Holiday {
  name: string;
  date: string;
}

/** The holidays on which most shops have different hours, for a year from `today`. */
export function holidaysFrom(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  const all = [year, year + 1].flatMap((y) => [
    { name: "New Year's Day", date: dateOf(y, 1, 1) },
    { name: "Independence Day", date: dateOf(y, 7, 4) },
    { name: "Labor Day", date: nth(y, 9, 1, 1) },
    { name: "Thanksgiving", date: nth(y, 11, 4, 4) },
    { name: "Christmas Eve", date: dateOf(y, 12, 24) },
    { name: "Christmas Day", date: dateOf(y, 12, 25) },
  ]);
  const end = `${year + 1}${today.slice(4)}`;
  return all
    .filter(({ date }) => date >= today && date < end)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Today in the viewer's time zone. */
export function todayHere(): string {
  // biome-ignore lint/plugin: drawn by the browser alone
  const now = new Date();
  return dateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
}
