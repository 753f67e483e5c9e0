import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { type Decider, SuggestionCard } from "./suggestion-card.tsx";
import type { Suggestion } from "./words.ts";

const decided: Suggestion = {
  id: "1",
  kind: "edit",
  status: "accepted",
  shop: {
    id: "2",
    slug: "blue-door-alexandria-la",
    name: "Blue Door",
    town: "Alexandria, LA",
    hasOwner: true,
    isListed: true,
    permanentlyClosed: false,
    version: 1,
  },
  notes: [],
  reports: 1,
  differences: [],
  waitsFor: "administrator",
  wantsAnswer: false,
  answer: null,
  createdAt: "2026-11-22T05:00:00Z",
  decidedAt: "2026-11-23T05:00:00Z",
  entry: "0190-2",
  canUndo: true,
};

const decider: Decider = {
  accept: () => Promise.resolve(decided),
  reject: () => Promise.resolve(decided),
  undo: () => Promise.resolve(),
  changed: () => {},
};

const show = (suggestion: Suggestion) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <SuggestionCard suggestion={suggestion} decider={decider} />
      </ToastProvider>
    </QueryClientProvider>,
  );

afterEach(cleanup);

it("offers to undo a decision to whoever may undo it", () => {
  show(decided);
  expect(screen.getByRole("button", { name: /^Undo/ })).toBeTruthy();
});

it("offers nothing for a decision that only the administrator may undo", () => {
  show({ ...decided, canUndo: false });
  expect(screen.getByText(/^Decided/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
