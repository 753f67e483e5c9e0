import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { withPages } from "../../../test/support/told.tsx";
import { RunHistory } from "./run-history.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const run = {
  id: "7",
  cityName: "Alexandria",
  state: "LA",
  coffeeShopsProcessed: 3,
  coffeeShopsEnhanced: 2,
  photosEnhanced: 4,
  apiCallsUsed: 4,
  enhancedAt: "2026-03-04T15:00:00Z",
  processingTimeMs: 4200,
  coffeeShops: 3,
  isDone: true,
  problem: null,
  undoable: 0,
  undone: 0,
};

const problem = {
  shopId: "1",
  slug: "paper-heron",
  name: "Paper Heron",
  town: "Alexandria, LA",
  outcome: "refused",
  detail: "Foursquare doesn't know this shop.",
  keptBecause: null,
};

it("a run says which coffee shops got nothing, and why, once that is asked for", async () => {
  const asked: string[] = [];
  const answer = (input?: RequestInfo | URL) => {
    const address = input instanceof Request ? input.url : String(input);
    asked.push(address);
    return Promise.resolve(Response.json(address.endsWith("/problems") ? [problem] : [run]));
  };
  withPages(<RunHistory />, answer);
  await userEvent.click(await screen.findByText("1 coffee shop not enhanced"));
  expect(await screen.findByText("Foursquare doesn't know this shop.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Paper Heron" })).toBeDefined();
  expect(asked.filter((address) => address.endsWith("/7/problems"))).toHaveLength(1);
});

it("a run is taken back after a question, and says what stayed and why", async () => {
  let undone = false;
  const kept = { ...problem, detail: null, keptBecause: "Foursquare was asked again since." };
  const answer = (input?: RequestInfo | URL) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith("/7/undo")) undone = true;
    const answers = address.endsWith("/undo")
      ? { undone: 1, kept: 1 }
      : address.endsWith("/problems")
        ? [kept]
        : [{ ...run, coffeeShopsEnhanced: 3, undoable: undone ? 1 : 2, undone: undone ? 1 : 0 }];
    return Promise.resolve(Response.json(answers));
  };
  withPages(<RunHistory />, answer);
  await userEvent.click(await screen.findByRole("button", { name: /^Take back enhancements/ }));
  expect(undone).toBe(false);
  expect(screen.getByText(/only a new run brings it back/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Take back" }));
  expect(await screen.findByText("1 enhancement had changed since and stayed.")).toBeDefined();
  expect(await screen.findByText("1 enhancement taken back")).toBeDefined();
  await userEvent.click(screen.getByText("1 not taken back"));
  expect(await screen.findByText("Foursquare was asked again since.")).toBeDefined();
});
