import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PinField } from "./pin-field.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("comes back after 15 seconds from a question that is left open", async () => {
  const getCurrentPosition = vi.fn<(found: PositionCallback) => void>();
  vi.stubGlobal("navigator", { geolocation: { getCurrentPosition } });
  render(<PinField id="pin" start={undefined} pin={null} onPin={() => undefined} />);
  fireEvent.click(screen.getByRole("button", { name: "I'm at the shop" }));
  await act(() => vi.advanceTimersByTimeAsync(14_999));
  expect(screen.getByRole("button", { name: "Looking..." })).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText(/Please move the pin by hand\.$/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "I'm at the shop" }));
  expect(getCurrentPosition).toHaveBeenCalledTimes(2);
});
