import { cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ShortcutHelp, useShortcuts } from "./shortcuts.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Page({ approve }: { approve: () => void }) {
  const shortcuts = useShortcuts({ a: ["Approve", approve] });
  return (
    <>
      <input aria-label="Reason" />
      <ShortcutHelp shortcuts={shortcuts} />
    </>
  );
}

it("a key does what its button does, and is a letter in a field", async () => {
  const approve = vi.fn();
  render(<Page approve={approve} />);
  await userEvent.keyboard("a");
  expect(approve).toHaveBeenCalledTimes(1);
  await userEvent.keyboard("{Control>}a{/Control}");
  await userEvent.type(screen.getByLabelText("Reason"), "a");
  expect(approve).toHaveBeenCalledTimes(1);
});

it("keys can be switched off, and stay off", async () => {
  const approve = vi.fn();
  const { unmount } = render(<Page approve={approve} />);
  await userEvent.keyboard("?");
  await userEvent.click(screen.getByLabelText("Use these keys"));
  await userEvent.click(screen.getByRole("button", { name: /close/i }));
  await userEvent.keyboard("a");
  unmount();
  render(<Page approve={approve} />);
  await userEvent.keyboard("a");
  expect(approve).not.toHaveBeenCalled();
});

it("decides once while a key is held down, and moves on with j", () => {
  const approve = vi.fn<() => void>();
  const next = vi.fn<() => void>();
  renderHook(() => useShortcuts({ a: ["Approve", approve], j: ["Next", next] }));
  for (const repeat of [false, true, true]) {
    fireEvent.keyDown(document.body, { key: "a", repeat });
    fireEvent.keyDown(document.body, { key: "j", repeat });
  }
  expect(approve).toHaveBeenCalledTimes(1);
  expect(next).toHaveBeenCalledTimes(3);
});
