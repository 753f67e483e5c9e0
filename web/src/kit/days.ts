import { inMillis, inputOf } from "./time.ts";

/** Dates as their fields have them, such as 2026-12-24; only for browser-only screens. */

const DAY = 24 * 60 * 60 * 1000;

/** Today in the viewer's time zone. */
export const todayHere = () => inputOf(inMillis(0)).slice(0, 10);

/** Days since 1970. */
export const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY;

/** The date so many days later. */
export function dayAfter(date: string, days = 1): string {
  // biome-ignore lint/plugin: a date of its own, not the clock's
  return new Date((dayNumber(date) + days) * DAY).toISOString().slice(0, 10);
}

/** The last day that is at most two years ahead. */
export const inTwoYears = () => dayAfter(todayHere(), 730);

export const FOUR_DIGITS = "Please write the year with four digits.";

/** Browsers let people type years of up to six digits. An empty date has none. */
export const hasFourDigits = (date: string) => date === "" || /^[1-9]\d{3}-/.test(date);
