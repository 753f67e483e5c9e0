import { expect, it } from "vitest";
import type { SpecialDay } from "../../api/your-shop.ts";
import { comingFrom, holidaysFrom, mistakeIn, specialDaysRule } from "./special-days.ts";

const closed = (from: string, to = from): SpecialDay => ({ from, to, spans: [] });

it.each([
  [[closed("")], "Please choose a date for each entry."],
  [[closed("2026-12-25", "2026-12-24")], "The last day can't be before the first."],
  [
    [{ ...closed("2026-12-24"), spans: [{ opens: "07:00", closes: "" }] }],
    "Please choose when it opens and when it closes.",
  ],
  [[closed("2026-12-20", "2026-12-26"), closed("2026-12-25")], "Two entries are for the same day."],
  [Array.from({ length: 7 }, (_, day) => closed(`2026-12-1${day}`)), "6 entries"],
])("finds what is wrong with %j", (days, message) => {
  expect(mistakeIn(days)).toContain(message);
});

it("sends days in their order, a single one from itself to itself", () => {
  const typed = [closed("2026-12-25", ""), closed("2026-11-26")];
  expect(specialDaysRule().parse(typed)).toEqual([closed("2026-11-26"), closed("2026-12-25")]);
});

it("forgets days that have passed", () => {
  const days = [closed("2026-07-04"), closed("2026-11-20", "2026-11-22")];
  expect(comingFrom("2026-11-22", days)).toEqual([closed("2026-11-20", "2026-11-22")]);
});

it("knows the holidays of the coming year", () => {
  expect(holidaysFrom("2026-11-22").map(({ name, date }) => `${date} ${name}`)).toEqual([
    "2026-11-26 Thanksgiving",
    "2026-12-24 Christmas Eve",
    "2026-12-25 Christmas Day",
    "2027-01-01 New Year's Day",
    "2027-07-04 Independence Day",
    "2027-09-06 Labor Day",
  ]);
});
