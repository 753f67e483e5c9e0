import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ImportQuestion } from "./import-question.tsx";
import type { Question } from "./import-words.ts";

const question: Question = {
  id: "0190-1",
  number: 13,
  source: "osm",
  sourceId: "node/7256023240",
  name: "Blue Door Coffee",
  town: "Alexandria, LA",
  address: "126 Main Street, Alexandria, LA, 71301",
  sourceUrl: "https://www.openstreetmap.org/node/7256023240",
  reason: "65 points for being blue-door-alexandria-la: same name, within 75 meters",
  why: { code: "similar", signs: ["name", "near"] },
  repeatedDays: ["Monday"],
  similarSlug: "blue-door-alexandria-la",
  similarName: "Blue Door",
  similarAddress: "128 Main Street, Alexandria, LA, 71301",
  meters: 11,
  differences: [
    { field: "phone", now: null, suggested: "(318) 555-0142" },
    { field: "hours", now: "Mo-Fr 07:00-15:00", suggested: "Mo 07:00-12:00; Mo 13:00-17:00" },
  ],
  createdAt: "2026-03-05T14:00:00Z",
  refreshedAt: "2020-03-05T14:00:00Z",
  version: 7,
};

const calls: [string, unknown][] = [];

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    calls.push([path, init?.body ? JSON.parse(String(init.body)) : null]);
    return Promise.resolve(
      Response.json({ id: "1", slug: "blue-door-alexandria-la", entry: "0190-2", notices: [] }),
    );
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(changes: Partial<Question> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <ImportQuestion
          question={{ ...question, ...changes }}
          isChosen={false}
          onChoose={() => {}}
        />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

/** The box under a heading. */
const side = (title: string) => {
  const box = screen.getByRole("heading", { name: title }).parentElement;
  if (!box) throw new Error(`nothing is under ${title}`);
  return within(box);
};

it("shows the record and the shop side by side, and why it is asked", () => {
  show();
  screen.getByText("Possible duplicate");
  screen.getByText("Same name and within 250 feet.");
  const record = side("Record that waits");
  record.getByText("126 Main Street, Alexandria, LA, 71301");
  record.getByText(/^From OpenStreetMap, node\/7256023240, as of Mar 5, 2020/);
  const link = record.getByRole("link", { name: /^View the source record/ });
  expect(link.getAttribute("href")).toBe(question.sourceUrl);
  expect(link.getAttribute("rel")).toContain("noopener noreferrer");
  const shop = side("Shop in the directory");
  shop.getByText("Blue Door");
  shop.getByText("128 Main Street, Alexandria, LA, 71301");
  shop.getByText("About 40 feet apart on the map");
});

it("asks about a day that is named twice, and shows such hours as they are written", () => {
  show();
  screen.getByText(/^Monday is listed twice in these hours/);
  const hours = screen.getByRole("heading", { name: "Hours" }).closest("li");
  expect(hours?.textContent).toContain("13:00-17:00");
});

it("fills what the shop lacks, and takes the decision back", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: /^Same shop, take 1 of 2/ }));
  expect(calls[0]).toEqual([
    "/api/admin/import-questions/0190-1/same-shop",
    { shop: "blue-door-alexandria-la", facts: ["phone"], version: 7 },
  ]);
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(calls.map(([path]) => path)).toContain("/api/admin/audit/0190-2/undo");
});

it("shows a record that resembles no shop by itself", async () => {
  show({
    reason: 'has the name of "Second Cup", which others have too',
    why: { code: "common_name", brand: "Second Cup" },
    repeatedDays: [],
    similarSlug: null,
    similarName: null,
    similarAddress: null,
    meters: null,
    sourceUrl: null,
    sourceId: "alexandria-la|second-cup|126 main",
    source: "county-guide",
    differences: [
      { field: "name", now: null, suggested: "Second Cup" },
      { field: "hours", now: null, suggested: "Mo-Fr 07:00-15:00" },
    ],
  });
  expect(screen.queryByRole("heading", { name: "Shop in the directory" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Same shop, take/ })).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
  screen.getByText(/^From county-guide, as of/);
  screen.getByText(/^Monday to Friday: 7 AM to 3 PM/);
  await userEvent.click(screen.getByRole("button", { name: /^Leave it out/ }));
  expect(calls[0]).toEqual(["/api/admin/import-questions/0190-1/refuse", { version: 7 }]);
});

it("shows what has changed when a decision comes too late", async () => {
  const current: Question = {
    ...question,
    version: 8,
    similarAddress: "130 Main Street, Alexandria, LA, 71301",
  };
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json(
        { message: "This has changed.", details: { kind: "stale", current } },
        { status: 409 },
      ),
    ),
  );
  show();
  await userEvent.click(screen.getByRole("button", { name: /^Add as new/ }));
  const told = await screen.findByText(/changed since you opened it. Nothing was decided./);
  const notice = told.closest<HTMLElement>("[role=alert]");
  if (!notice) throw new Error("nobody is told");
  within(notice).getByRole("heading", { name: "Shop in the directory" });
  expect(notice.querySelector("ins")?.textContent).toContain("130");
  expect(within(notice).queryAllByRole("heading")).toHaveLength(1);
});
