import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findVisitor, locate, refusalOf } from "./location.ts";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser whose question nobody answers, until the test does. */
function leaveOpen() {
  let answer: PositionCallback = () => undefined;
  vi.stubGlobal("navigator", {
    geolocation: { getCurrentPosition: (found: PositionCallback) => (answer = found) },
  });
  return () =>
    answer({ coords: { latitude: 31.3113, longitude: -92.4451 } } as GeolocationPosition);
}

it("comes back after 15 seconds from a question that is left open", async () => {
  leaveOpen();
  const ended = vi.fn<(error: unknown) => void>();
  void locate().catch(ended);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
  expect(refusalOf(ended.mock.calls[0]?.[0]).text).toBe("Please type a town or ZIP code.");
});

it("remembers a place that comes later, for the next time", async () => {
  const answer = leaveOpen();
  void locate().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(15_000);
  answer();
  const asked = findVisitor(true);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await asked).toEqual({ lat: 31.311, lon: -92.445 });
});
