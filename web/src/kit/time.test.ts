// @vitest-environment node
import { afterEach, expect, it, vi } from "vitest";
import { dayText, millisUntil, momentText } from "./time.ts";

/** An instant of the viewer's own clock, wherever the test runs. */
// biome-ignore lint/plugin: the test's own moments
const at = (hour: number, minute: number) => new Date(2026, 10, 2, hour, minute).toISOString();

afterEach(() => {
  vi.useRealTimers();
});

it("writes days and moments as people do", () => {
  expect(dayText(at(0, 0))).toBe("Nov 2, 2026");
  expect(momentText(at(0, 5))).toBe("Nov 2, 2026, 12:05 AM");
  expect(momentText(at(12, 0))).toBe("Nov 2, 2026, 12:00 PM");
  expect(momentText(at(23, 59))).toBe("Nov 2, 2026, 11:59 PM");
});

it("counts the time that is left", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-02T10:00:00Z") });
  expect(millisUntil("2026-11-02T10:00:05Z")).toBe(5000);
  expect(millisUntil("2026-11-02T09:59:59Z")).toBe(-1000);
});
