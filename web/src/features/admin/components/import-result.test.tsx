import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ImportResult } from "./import-result.tsx";
import { COUNTS, type ImportFile, type ImportOutcome } from "./import-types.ts";

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
  unnamed: 0,
  noCity: 0,
  notCoffee: 0,
};

const tried: ImportOutcome = {
  isDryRun: true,
  number: null,
  counts,
  examples: [{ line: 2, name: "Amber Lantern", result: "added", reason: "" }],
  losses: [],
  advice: [],
  problem: null,
  isCanceled: false,
  source: "guide",
};

const file: ImportFile = {
  id: "0190-1",
  name: "guide.csv",
  bytes: 1200,
  format: "table",
  uploadedAt: "2026-03-05T14:00:00Z",
  keptUntil: "2026-04-04T14:00:00Z",
  missing: null,
  number: null,
  columns: [],
  fields: [],
  choices: { dryRun: true, columns: {}, source: "guide" },
  run: null,
  outcome: tried,
  questionsLeft: 0,
};

/** As the history shows the import. */
const run = {
  number: 7,
  files: ["guide.csv"],
  source: "guide",
  counts,
  startedAt: "2026-03-05T14:00:00Z",
  endedAt: "2026-03-05T14:01:00Z",
  isRunning: false,
  isBeingUndone: false,
  undoneAt: null as string | null,
};

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (path === "/api/admin/imports/7") return Promise.resolve(Response.json(run));
    sent.push(JSON.parse(String(init?.body)));
    return Promise.resolve(Response.json(file, { status: 202 }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(outcome: ImportOutcome, changes: Partial<ImportFile> = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ImportResult file={{ ...file, ...changes }} outcome={outcome} />
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

it("an import that is done tells its questions and is taken back, but isn't offered again", async () => {
  const done = { ...tried, isDryRun: false, number: 7, counts: { ...counts, toReview: 3 } };
  show(done, { questionsLeft: 2 });
  screen.getByText("Import 7 is done");
  const link = screen.getByRole("link", { name: "Answer 2 questions about this list" });
  expect(link.getAttribute("href")).toBe("/admin/import-questions?source=guide");
  await screen.findByRole("button", { name: "Undo import 7" });
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
  cleanup();
  show(done);
  screen.getByText("All its questions are answered.");
});

it("an import that was canceled says how far it came", async () => {
  run.endedAt = null as unknown as string;
  show({ ...tried, isDryRun: false, isCanceled: true, number: 7 });
  screen.getByText("Import 7 was canceled; what it had written stays");
  screen.getByText("New shops");
  await screen.findByText("Stopped early");
  cleanup();
  show({ ...tried, isCanceled: true });
  screen.getByText("Canceled; nothing was written");
  expect(screen.queryByRole("button")).toBeNull();
});

it("counts every record somewhere", () => {
  const named = COUNTS.map(([name]) => name).sort();
  const parts = Object.keys(counts).filter((name) => name !== "records");
  expect(named).toEqual(parts.sort());
});

it("says why nothing was written", () => {
  show({ ...tried, isDryRun: false, losses: ["5 of 5 shops would be closed: Amber Lantern"] });
  screen.getByText("Nothing was written");
  screen.getByRole("button", { name: "Import all the same" });
  expect(screen.queryByText("New shops")).toBeNull();
});
