import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { answered, withPages } from "../../../../test/support/told.tsx";
import { ImageSearches } from "./image-searches.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const search = {
  id: "7",
  startedAt: "2026-03-04T15:00:00Z",
  endedAt: "2026-03-04T15:01:00Z",
  state: "done",
  checked: 5,
  wikipedia: 2,
  stock: 1,
  stopped: null,
  undoable: 3,
  undone: 0,
  kept: [],
};

it("a search can be taken back, after a question", async () => {
  const asked = vi.fn(answered([search]));
  withPages(<ImageSearches />, asked);
  await userEvent.click(screen.getByText("Past searches"));
  expect(
    await screen.findByText("Done: 5 cities checked, 2 from Wikipedia, 1 stock photo."),
  ).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: /^Take back images/ }));
  expect(screen.getByText(/The towns' pages no longer show them/)).toBeDefined();
});

it("what stayed is named with its reason, and nothing is left to take back", async () => {
  const kept = [{ cityId: "1", town: "Ball, LA", keptBecause: "The image was edited since." }];
  withPages(<ImageSearches />, answered([{ ...search, undoable: 0, undone: 2, kept }]));
  await userEvent.click(screen.getByText("Past searches"));
  expect(await screen.findByText(/2 taken back\./)).toBeDefined();
  expect(screen.getByText("Ball, LA wasn't taken back. The image was edited since.")).toBeDefined();
  expect(screen.queryByRole("button", { name: /^Take back/ })).toBeNull();
});

it("without a search it says so", async () => {
  withPages(<ImageSearches />, answered([]));
  await userEvent.click(screen.getByText("Past searches"));
  expect(await screen.findByText("No search yet.")).toBeDefined();
});
