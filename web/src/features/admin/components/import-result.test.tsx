import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ImportResult } from "./import-result.tsx";
import type { ImportFile, ImportOutcome } from "./import-types.ts";

const counts = {
  records: 5,
  added: 1,
  updated: 0,
  unchanged: 4,
  duplicates: 0,
  toReview: 0,
  chains: 0,
  closed: 0,
  missing: 0,
  rejected: 0,
};

const tried: ImportOutcome = {
  isDryRun: true,
  number: null,
  counts,
  examples: [{ line: 2, name: "Amber Lantern", result: "added", reason: "" }],
  losses: [],
  advice: [],
  problem: null,
};

const file: ImportFile = {
  id: "0190-1",
  name: "guide.csv",
  bytes: 1200,
  format: "table",
  uploadedAt: "2026-03-05T14:00:00Z",
  keptUntil: "2026-04-04T14:00:00Z",
  number: null,
  columns: [],
  fields: [],
  choices: { dryRun: true, columns: {}, source: "guide" },
  run: null,
  outcome: tried,
};

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return Promise.resolve(Response.json(file, { status: 202 }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(outcome: ImportOutcome) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ImportResult file={file} outcome={outcome} />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

it("imports with what was tried, and shows only counts that there are", async () => {
  show(tried);
  screen.getByText("New shops");
  expect(screen.queryByText("Chains, left out")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(sent).toEqual([{ dryRun: false, columns: {}, source: "guide", allowLoss: false }]);
});

it("asks once more before an edition takes much away", async () => {
  show({ ...tried, losses: ["4 of 5 values of phone would be cleared: Amber Lantern"] });
  screen.getByText(/4 of 5 values of phone/);
  await userEvent.click(screen.getByRole("button", { name: "Import all the same" }));
  expect(sent).toEqual([]);
  const yes = screen.getAllByRole("button", { name: "Import all the same" }).at(-1);
  if (yes) await userEvent.click(yes);
  expect(sent).toEqual([{ dryRun: false, columns: {}, source: "guide", allowLoss: true }]);
});

it("an import that is done isn't offered again", () => {
  show({ ...tried, isDryRun: false, number: 7, counts: { ...counts, toReview: 2 } });
  screen.getByText("Import 7 is done");
  screen.getByRole("link", { name: "Answer 2 questions" });
  expect(screen.queryByRole("button")).toBeNull();
});

it("says why nothing was written", () => {
  show({ ...tried, isDryRun: false, losses: ["5 of 5 shops would be closed: Amber Lantern"] });
  screen.getByText("Nothing was written");
  screen.getByRole("button", { name: "Import all the same" });
  expect(screen.queryByText("New shops")).toBeNull();
});
