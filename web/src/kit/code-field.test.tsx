import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../api/client.ts";
import { CodeEntry } from "./code-field.tsx";

const check = vi.fn<(code: string) => Promise<string>>();
const done = vi.fn<(answer: string) => void>();
const again = vi.fn<() => Promise<void>>();

const show = (about: { nextCodeAt?: string; onlyIf?: string } = {}) =>
  render(
    <CodeEntry
      {...about}
      address="ann@shop.example"
      check={check}
      done={done}
      again={again}
      other={() => undefined}
      verb="Sign in"
      busy="Signing in..."
    />,
  );

beforeEach(() => {
  vi.useFakeTimers();
  again.mockResolvedValue();
  show();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  for (const mock of [check, done, again]) mock.mockReset();
});

const box = () => screen.getByRole("textbox", { name: /^Code/ });
const type = (value: string) => fireEvent.input(box(), { target: { value } });
const press = () =>
  act(async () => fireEvent.click(screen.getByRole("button", { name: "Sign in" })));

it("says where the code went, and is one box that phones fill in", () => {
  expect(screen.getByText("ann@shop.example")).toBeTruthy();
  expect(box().getAttribute("autocomplete")).toBe("one-time-code");
  expect(box().getAttribute("inputmode")).toBe("numeric");
});

it("takes a code however it was pasted", async () => {
  check.mockResolvedValue("in");
  type(" 123-456 ");
  await press();
  expect(check).toHaveBeenCalledExactlyOnceWith("123456");
  expect(done.mock.calls[0]?.[0]).toBe("in");
});

it("does not send what is too short, and shows the server's word for what is wrong", async () => {
  type("12345");
  await press();
  expect(check).not.toHaveBeenCalled();
  expect(screen.getByText("Please enter the six digits of the code.")).toBeTruthy();
  check.mockRejectedValue(
    new ApiError(400, "", '{"message":"This code has expired.","field":"code"}'),
  );
  type("123456");
  await press();
  expect(screen.getByText("This code has expired.")).toBeTruthy();
  expect(document.activeElement).toBe(box());
});

it("sends another code after half a minute, and not before", async () => {
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  const button = screen.getByRole("button", { name: "Send again" });
  button.focus();
  await act(async () => fireEvent.click(button));
  expect(again).toHaveBeenCalledTimes(1);
  expect(screen.getByText("A new code is on its way. You can get three an hour.")).toBeTruthy();
  expect(document.activeElement, "a keyboard stays where it was").toBe(button);
  await act(async () => fireEvent.click(button));
  expect(again).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await act(async () => fireEvent.click(button));
  expect(again).toHaveBeenCalledTimes(2);
});

it("says when there can be a code if none was sent", async () => {
  cleanup();
  show({ nextCodeAt: "2026-03-04T15:40:00" });
  expect(screen.queryByText(/We sent a six-digit code/)).toBeNull();
  expect(screen.getByText(/The next one can be sent after Mar 4, 2026, 3:40 PM\./)).toBeTruthy();
  expect(screen.queryByText(/No email\?/)).toBeNull();
  await act(async () => screen.getByRole("button", { name: "Send a code" }).click());
  expect(again).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("button", { name: "Send again" })).toBeTruthy();
});

it("promises no email where nobody may learn whether one was sent", async () => {
  cleanup();
  show({ onlyIf: "this address pays" });
  expect(screen.queryByText(/^We sent/)).toBeNull();
  expect(screen.getByText(/^If this address pays, we've sent a six-digit code to/)).toBeTruthy();
  await act(async () => vi.advanceTimersByTimeAsync(30_000));
  await act(async () => screen.getByRole("button", { name: "Send again" }).click());
  expect(screen.getByText(/^If this address pays, a new code is on its way\./)).toBeTruthy();
});
