import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Suggestion } from "../../../components/suggestions/words.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { useSuggestionDecider } from "./suggestion-decider.ts";

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Deciding({ decided }: { decided: Suggestion }) {
  const decider = useSuggestionDecider();
  return (
    <button type="button" onClick={() => decider.changed("Accepted", decided)}>
      Decide
    </button>
  );
}

/** Whether the decision can still be taken back after 29 seconds. */
async function isHeld(kind: Suggestion["kind"], status: Suggestion["status"]) {
  const decided = { kind, status, entry: "4", shop: { name: "Green Mermaid" } };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Deciding decided={decided as Suggestion} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  act(() => screen.getByRole("button", { name: "Decide" }).click());
  expect(screen.getByText("Green Mermaid")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  const isOffered = screen.queryByRole("button", { name: "Undo" }) !== null;
  cleanup();
  return isOffered;
}

it("offers to take back a removal for as long as its emails wait", async () => {
  expect(await isHeld("chain", "accepted")).toBe(true);
  expect(await isHeld("chain", "rejected")).toBe(false);
  expect(await isHeld("edit", "accepted")).toBe(false);
});
