import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { answered, SHOP_PAGES, withPages } from "../../../../test/support/told.tsx";
import { MetroForm } from "./metro-form.tsx";
import { MetroRunResult } from "./metro-run.tsx";
import type { ExpandedArea } from "./words.ts";
import { ZipForm } from "./zip-form.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("a run that adds shops makes the pages of shops and towns old, and no article", async () => {
  const pages = withPages(<ZipForm services={["Overpass"]} />, answered({ message: "Added 2" }));
  await userEvent.type(screen.getByRole("textbox", { name: /^ZIP/ }), "71301{Enter}");
  expect(await pages.old()).toEqual(SHOP_PAGES);
});

it("so does one over metro areas", async () => {
  const pages = withPages(<MetroForm services={["Overpass"]} />, answered({ message: "Added 9" }));
  await userEvent.click(screen.getByRole("button", { name: /Expan|Start/ }));
  expect(await pages.old()).toEqual(SHOP_PAGES);
});

const area = (error: string | null): ExpandedArea => ({
  slug: "alexandria-la",
  name: "Alexandria, LA",
  coffeeShopsAdded: 0,
  towns: [],
  error,
  entry: error === null ? "0" : null,
});

const runWith = (error: string | null) => ({
  id: "7",
  areasToProcess: 5,
  state: "done" as const,
  error: null,
  createdAt: "2026-03-04T15:00:00Z",
  result: { message: "Processed", areasProcessed: 0, coffeeShopsAdded: 0, areas: [area(error)] },
  undone: [],
  kept: [],
});

it("areas without an answer can be repeated, and only those", async () => {
  const silence = "OpenStreetMap didn't answer: it is busy (status 504).";
  const pages = withPages(
    <MetroRunResult run={runWith(silence)} />,
    answered({ message: "Processed 1 metro area" }),
  );
  expect(screen.getByText(/not done. OpenStreetMap didn't answer/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Repeat failed areas" }));
  expect(await pages.old()).toEqual(SHOP_PAGES);
  cleanup();
  withPages(<MetroRunResult run={runWith(null)} />, answered({}));
  expect(screen.queryByRole("button", { name: "Repeat failed areas" })).toBeNull();
});

it("what stayed of an undone run is named with its reason", () => {
  const run = {
    ...runWith(null),
    undone: ["0"],
    kept: [{ slug: "blue-door", name: "Blue Door", reason: "it has a claim" }],
  };
  withPages(<MetroRunResult run={run} />, answered({}));
  expect(screen.getByText("1 coffee shop stayed:")).toBeDefined();
  expect(screen.getByRole("link", { name: "Blue Door" }).parentElement?.textContent).toBe(
    "Blue Door: it has a claim",
  );
});
