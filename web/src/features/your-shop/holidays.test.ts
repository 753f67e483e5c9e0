import { expect, it } from "vitest";
import { holidaysFrom } from "./holidays.ts";

it("knows the holidays of the coming year", () => {
  expect(holidaysFrom("2026-11-22").map(({ name, date }) => `${date} ${name}`)).toEqual([
    "2026-11-26 Thanksgiving",
    "2026-12-24 Christmas Eve",
    "2026-12-25 Christmas Day",
    "2026-12-31 New Year's Eve",
    "2027-01-01 New Year's Day",
    "2027-03-28 Easter Sunday",
    "2027-05-31 Memorial Day",
    "2027-06-19 Juneteenth",
    "2027-07-04 Independence Day",
    "2027-09-06 Labor Day",
    "2027-11-11 Veterans Day",
  ]);
});

// From the tables of the US Naval Observatory.
it.each([
  ["2024", "2024-03-31"],
  ["2025", "2025-04-20"],
  ["2026", "2026-04-05"],
  ["2035", "2035-03-25"],
  ["2038", "2038-04-25"],
  ["2049", "2049-04-18"],
  ["2076", "2076-04-19"],
])("knows Easter in %s", (year, date) => {
  const easter = holidaysFrom(`${year}-01-01`).find(({ name }) => name === "Easter Sunday");
  expect(easter?.date).toBe(date);
});
