import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import type { Question } from "./import-words.ts";
import { QuestionList } from "./question-list.tsx";

const cup = (id: string, changes: Partial<Question> = {}): Question => ({
  id,
  number: 1,
  source: "guide",
  sourceId: id,
  name: "Second Cup",
  town: "Alexandria, LA",
  address: "126 Main Street, Alexandria, LA",
  sourceUrl: null,
  reason: "",
  why: { code: "common_name", brand: "Second Cup" },
  repeatedDays: [],
  similarSlug: null,
  similarName: null,
  similarAddress: null,
  point: null,
  similarPoint: null,
  meters: null,
  namedTwice: false,
  differences: [],
  createdAt: "2026-03-05T14:00:00Z",
  refreshedAt: null,
  version: 7,
  ...changes,
});

const double = cup("3", { name: "Blue Door", why: null, similarSlug: "blue-door", version: 9 });
const questions = [cup("1"), cup("2"), double];
const list = {
  questions,
  groups: [
    {
      brand: "Second Cup",
      reason: null,
      count: 22,
      duplicates: 0,
      names: ["Second Cup"],
      nameCount: 1,
      ids: ["1", "2"],
    },
    {
      brand: null,
      reason: "similar",
      count: 1,
      duplicates: 1,
      names: ["Blue Door"],
      nameCount: 1,
      ids: ["3"],
    },
  ],
  total: 23,
  waiting: 23,
  sources: [],
  reasons: [],
  towns: [],
};

const others = Array.from({ length: 22 }, (_, index) => ({
  id: `${index + 10}`,
  name: "Second Cup",
  similarSlug: null,
  version: 7,
}));

const calls: [string, unknown][] = [];

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    calls.push([path, init?.body ? JSON.parse(String(init.body)) : null]);
    const answer = path.includes("/selection")
      ? { questions: others, total: others.length }
      : { done: 22, skipped: 0, changed: 0, entries: ["0190-2"], notices: [] };
    return Promise.resolve(Response.json(answer));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(shown = list) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <QuestionList filter={{ source: "guide" }} list={shown} />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

it("leaves a name out for good, with one undo", async () => {
  show();
  screen.getByRole("heading", { level: 3, name: "Second Cup 22 questions" });
  await press("Always leave out “Second Cup”");
  expect(calls[0]?.[0]).toBe("/api/admin/import-questions/selection?brand=Second%20Cup");
  await screen.findByText(/^This answers 22 questions now\. Later imports leave out every shop/);
  await press("Always leave out");
  expect(calls[1]?.[1]).toEqual({
    decision: "refuse",
    always: true,
    ids: others.map(({ id }) => id),
    versions: others.map(() => 7),
  });
  await press("Undo");
  expect(calls.map(([path]) => path)).toContain("/api/admin/audit/0190-2/undo");
});

it("gives a whole group one answer, within the filter", async () => {
  const kinds = { ...list.groups[1], reason: "other_kind", count: 22, duplicates: 0 };
  show({ ...list, groups: [kinds as (typeof list.groups)[number]] });
  await press("Leave out all of these");
  expect(calls[0]?.[0]).toBe(
    "/api/admin/import-questions/selection?source=guide&reason=other_kind",
  );
  await press("Leave 22 records out");
  const ids = others.map(({ id }) => id);
  expect(calls[1]?.[1]).toMatchObject({ decision: "refuse", always: false, ids });
});

it("selects over all pages, and says how many may be in the directory already", async () => {
  show();
  await press("Select all 23");
  expect(calls[0]?.[0]).toBe("/api/admin/import-questions/selection?source=guide");
  await screen.findByText("22 questions selected");
  await userEvent.click(screen.getByRole("checkbox", { name: "Select: Blue Door" }));
  await press("Add 23 as new");
  await screen.findByText(/though 1 may be in the directory already/);
  await press("Add 23 records");
  const ids = expect.arrayContaining([...others.map(({ id }) => id), "3"]);
  expect(calls[1]?.[1]).toMatchObject({ decision: "accept", always: false, ids });
});

it("gives the same answer to possible duplicates, with the versions that were read", async () => {
  show();
  await press("Select the 3 on this page");
  await press("Same shop for 1");
  await screen.findByText(/The other 2 resemble no shop and stay\./);
  await press("Same shop for 1 record");
  expect(calls[0]).toEqual([
    "/api/admin/import-questions/decide",
    { decision: "same", always: false, ids: ["3"], versions: [9] },
  ]);
});
