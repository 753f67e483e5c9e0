/** Dates in US format, without `Intl`. */

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "Nov 21, 2026" of "2026-11-21". */
export function dayText(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]} ${date}, ${year}`;
}

/** A date's position in a week that starts on Monday. */
export function weekdayOf(day: string): number {
  // biome-ignore lint/plugin: a given day, not the present one
  return (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
}
