import { expect, it } from "vitest";
import type { SpecialDay } from "../../api/your-shop.ts";
import { readHours } from "../../kit/hours/week.ts";
import {
  comingFrom,
  mistakeIn,
  specialDaysRule,
  temporaryClosures,
  usualOn,
  weekdayName,
} from "./special-days.ts";

const closed = (from: string, to = from): SpecialDay => ({ from, to, spans: [] });

const open = (from: string, opens: string, closes: string): SpecialDay => ({
  ...closed(from),
  spans: [{ opens, closes }],
});

it.each([
  [[closed("")], "Please choose a date for each entry."],
  [[closed("20261-12-25")], "Please write the year with four digits."],
  [[closed("2026-12-25", "12026-12-26")], "Please write the year with four digits."],
  [[closed("0026-12-25")], "Please write the year with four digits."],
  [[closed("2028-11-22")], "Please choose days within two years."],
  [[closed("2026-12-25", "2099-12-26")], "Please choose days within two years."],
  [[closed("2026-12-25", "2026-12-24")], "The last day can't be before the first."],
  [[open("2026-12-24", "07:00", "")], "Please choose when it opens and when it closes."],
  [[open("2026-12-24", "07:00", "07:00")], "A day can't open and close at the same time."],
  [[closed("2026-12-20", "2026-12-26"), closed("2026-12-25")], "Two entries are for the same day."],
  [Array.from({ length: 11 }, (_, day) => closed(`2026-12-${10 + day}`)), "10 entries"],
])("finds what is wrong with %j", (days, message) => {
  expect(mistakeIn(days, "2028-11-21")).toContain(message);
});

it("takes days that are stored, however far ahead", () => {
  expect(mistakeIn([closed("2028-11-21")], "2028-11-21")).toBeNull();
  const stored = [closed("2031-01-01"), open("2031-01-02", "08:00", "12:00")];
  expect(mistakeIn(stored, "2028-11-21", stored)).toBeNull();
  for (const changed of [closed("2031-01-02"), open("2031-01-01", "08:00", "12:00")])
    expect(mistakeIn([changed], "2028-11-21", stored)).toContain("within two years");
});

it("takes a day that is open for 24 hours", () => {
  expect(mistakeIn([open("2026-12-24", "00:00", "00:00")])).toBeNull();
});

it("sends days in their order, a single one from itself to itself", () => {
  const typed = [closed("2026-12-25", ""), closed("2026-11-26")];
  expect(specialDaysRule([]).parse(typed)).toEqual([closed("2026-11-26"), closed("2026-12-25")]);
});

it("forgets days that have passed", () => {
  const days = [closed("2026-07-04"), closed("2026-11-20", "2026-11-22")];
  expect(comingFrom("2026-11-22", days)).toEqual([closed("2026-11-20", "2026-11-22")]);
});

it("knows what is usual on a date", () => {
  const week = readHours("Mo-We 07:00-12:00,13:00-17:00; Th off; Fr 00:00-24:00; PH off");
  expect(weekdayName("2026-11-25")).toBe("Wednesday");
  expect(usualOn("2026-11-25", week)).toEqual([
    { opens: "07:00", closes: "12:00" },
    { opens: "13:00", closes: "17:00" },
  ]);
  expect(usualOn("2026-11-26", week)).toEqual([]);
  expect(usualOn("2026-11-27", week)).toEqual([{ opens: "00:00", closes: "00:00" }]);
  expect(usualOn("2026-11-27", readHours(""))).toBeNull();
  expect(usualOn("2026-11-27", null)).toBeNull();
});

it("finds closures of a week or more, of several entries too", () => {
  expect(temporaryClosures([closed("2026-12-25", "2026-12-30")])).toEqual([]);
  expect(temporaryClosures([closed("2026-12-25", "2026-12-31")])).toEqual([
    { from: "2026-12-25", to: "2026-12-31" },
  ]);
  expect(
    temporaryClosures([closed("2026-12-29", "2027-01-02"), closed("2026-12-26", "2026-12-28")]),
  ).toEqual([{ from: "2026-12-26", to: "2027-01-02" }]);
  const apart = [
    closed("2026-12-26", "2026-12-29"),
    open("2026-12-30", "08:00", "12:00"),
    closed("2026-12-31", "2027-01-04"),
  ];
  expect(temporaryClosures(apart)).toEqual([]);
  expect(temporaryClosures([closed("2026-12-25", ""), closed("", "")])).toEqual([]);
});
