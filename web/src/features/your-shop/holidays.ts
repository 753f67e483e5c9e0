/** The holidays of the US on which many shops have different hours. */

export interface Holiday {
  name: string;
  date: string;
}

/** The holidays within a year from `today`, in order. */
export function holidaysFrom(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  const all = [year, year + 1].flatMap((y) => [
    { name: "New Year's Day", date: dateOf(y, 1, 1) },
    { name: "Easter Sunday", date: easter(y) },
    { name: "Memorial Day", date: last(y, 5, 31, 1) },
    { name: "Juneteenth", date: dateOf(y, 6, 19) },
    { name: "Independence Day", date: dateOf(y, 7, 4) },
    { name: "Labor Day", date: last(y, 9, 7, 1) },
    { name: "Veterans Day", date: dateOf(y, 11, 11) },
    { name: "Thanksgiving", date: last(y, 11, 28, 4) },
    { name: "Christmas Eve", date: dateOf(y, 12, 24) },
    { name: "Christmas Day", date: dateOf(y, 12, 25) },
    { name: "New Year's Eve", date: dateOf(y, 12, 31) },
  ]);
  const end = `${year + 1}${today.slice(4)}`;
  return all
    .filter(({ date }) => date >= today && date < end)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

const dateOf = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The last given weekday (0: Sunday) up to a day of the month: the fourth Thursday is the last one up to the 28th. */
function last(year: number, month: number, day: number, weekday: number) {
  // biome-ignore lint/plugin: a date of the calendar, drawn by the browser alone
  const there = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return dateOf(year, month, day - ((there - weekday + 7) % 7));
}

/** Gauss's rule, for the years 1900 to 2099. */
function easter(year: number) {
  const moon = (19 * (year % 19) + 24) % 30;
  const week = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isLate = moon + week === 35 || (moon === 28 && week === 6 && year % 19 > 10);
  const day = 22 + moon + week - (isLate ? 7 : 0);
  return day > 31 ? dateOf(year, 4, day - 31) : dateOf(year, 3, day);
}
