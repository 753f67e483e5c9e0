import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider, useToast } from "./toast.tsx";

const undo = vi.fn();
const gone = vi.fn();

function Buttons() {
  const toast = useToast();
  return (
    <>
      <button type="button" onClick={() => toast({ title: "One", text: "the first" })}>
        one
      </button>
      <button type="button" onClick={() => toast({ title: "Two", destructive: true })}>
        two
      </button>
      <button
        type="button"
        onClick={() => toast({ title: "Three", action: { text: "Undo", run: undo } })}
      >
        three
      </button>
      <button type="button" onClick={() => toast({ title: "Four", gone })}>
        four
      </button>
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

it("says once when it is gone: replaced, closed, or at its end", () => {
  gone.mockClear();
  press("four");
  expect(gone).toHaveBeenCalledTimes(0);
  press("one");
  expect(gone).toHaveBeenCalledTimes(1);
  press("four");
  press("Close message");
  expect(gone).toHaveBeenCalledTimes(2);
  press("four");
  wait(5100);
  expect(gone).toHaveBeenCalledTimes(3);
  press("one");
  expect(gone).toHaveBeenCalledTimes(3);
});

it("stays for 5 seconds", () => {
  press("one");
  expect(screen.getByRole("status").textContent).toContain("One");
  wait(4900);
  expect(screen.queryByText("One")).not.toBeNull();
  wait(200);
  expect(screen.queryByText("One")).toBeNull();
});

it("shows one at a time, and an error as an alert", () => {
  press("one");
  wait(3000);
  press("two");
  expect(screen.queryByText("One")).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain("Two");
  wait(4000);
  expect(screen.queryByText("Two")).not.toBeNull();
});

it("waits while it is hovered or has the focus", () => {
  press("one");
  wait(4000);
  const close = screen.getByRole("button", { name: "Close message" });
  fireEvent.pointerEnter(close.parentElement as HTMLElement);
  wait(10_000);
  act(() => close.focus());
  fireEvent.pointerLeave(close.parentElement as HTMLElement);
  wait(10_000);
  expect(screen.queryByText("One")).not.toBeNull();
  act(() => close.blur());
  wait(1100);
  expect(screen.queryByText("One")).toBeNull();
});

it("can be closed", () => {
  press("one");
  press("Close message");
  expect(screen.queryByText("One")).toBeNull();
});

it("stays longer with something to do, which closes it", () => {
  press("three");
  wait(9900);
  press("Undo");
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText("Three")).toBeNull();
});

/** Presses Tab; returns whether the browser would move the focus itself. */
function tab(shiftKey = false) {
  let goesOn = false;
  act(() => {
    goesOn = fireEvent.keyDown(document.activeElement as Element, { key: "Tab", shiftKey });
  });
  return goesOn;
}
const focused = () => document.activeElement?.textContent;

function pressFocused(name: string) {
  const button = screen.getByRole("button", { name });
  act(() => button.focus());
  press(name);
  return button;
}

it("is the next stop of the keyboard when something can be done, once, and leads back", () => {
  const origin = pressFocused("three");
  expect(tab()).toBe(false);
  expect(focused()).toBe("Undo");
  wait(60_000);
  tab();
  expect(focused()).toBe("×");
  tab();
  expect(document.activeElement).toBe(origin);
  // No trap: now the browser moves on.
  expect(tab()).toBe(true);
  expect(document.activeElement).toBe(origin);
});

it("gives the focus back when it is used, closed or left", () => {
  const origin = pressFocused("three");
  tab();
  tab(true);
  expect(document.activeElement).toBe(origin);

  pressFocused("three");
  tab();
  press("Undo");
  expect(undo).toHaveBeenCalled();
  expect(document.activeElement).toBe(origin);

  pressFocused("three");
  tab();
  fireEvent.keyDown(document.activeElement as Element, { key: "Escape" });
  expect(screen.queryByText("Three")).toBeNull();
  expect(document.activeElement).toBe(origin);
});

it("takes nobody's Tab when there is nothing to do, or the focus has moved on", () => {
  const first = pressFocused("one");
  expect(tab()).toBe(true);
  expect(document.activeElement).toBe(first);
  pressFocused("three");
  act(() => first.focus());
  expect(tab()).toBe(true);
  expect(document.activeElement).toBe(first);
});
