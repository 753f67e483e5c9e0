import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Async } from "./states.tsx";

const refetch = vi.fn<() => void>();
const show = (data: string[] | undefined, error: unknown = null) => (
  <Async result={{ data, error, refetch }} what="the claims">
    {(claims) => <p>{claims.join()}</p>}
  </Async>
);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  refetch.mockReset();
});

const wait = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

it("shows nothing for a second, then a placeholder, then words", async () => {
  const { container } = render(show(undefined));
  expect(container.querySelector(".skeleton")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("");
  await wait(1000);
  expect(container.querySelector(".skeleton")).not.toBeNull();
  expect(screen.getByRole("status").className).toBe("sr-only");
  await wait(2000);
  expect(screen.getByText("Loading the claims…").className).not.toBe("sr-only");
});

it("says that it waits for a connection where there is none", () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(show(undefined));
  expect(screen.getByText("Waiting for a connection…")).toBeTruthy();
});

it("shows a failure as one, with another try, and keeps what was there before", () => {
  const { rerender } = render(show(undefined, new Error("network")));
  expect(screen.getByRole("alert").textContent).toContain("We couldn't load the claims.");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledTimes(1);
  rerender(show(["Rosa's"], new Error("network")));
  expect(screen.getByText("Rosa's")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("the latest of the claims");
});
