import { afterEach, expect, it, vi } from "vitest";
import { dayAfter, hasFourDigits, inTwoYears, todayHere } from "./days.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("counts days over months, leap years and years", () => {
  expect(dayAfter("2026-12-31")).toBe("2027-01-01");
  expect(dayAfter("2028-03-01", -1)).toBe("2028-02-29");
});

it("ends after two years", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T18:00:00Z"), toFake: ["Date"] });
  expect(todayHere()).toBe("2026-11-23");
  expect(inTwoYears()).toBe("2028-11-22");
});

it.each([
  ["2026-12-24", true],
  ["", true],
  ["20261-12-24", false],
  ["202612-12-24", false],
  ["0026-12-24", false],
])("knows whether the year of '%s' has four digits", (date, has) => {
  expect(hasFourDigits(date)).toBe(has);
});
