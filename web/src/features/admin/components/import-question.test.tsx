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
  point: { latitude: 31.3113, longitude: -92.4451 },
  similarPoint: { latitude: 31.3114, longitude: -92.4451 },
  meters: 11,
  namedTwice: false,
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
          isSelected={false}
          onSelect={() => {}}
        />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

/** The box under a heading. */
const side = (title: string) => {
  const box = screen.getByRole("heading", { name: title }).parentElement?.parentElement;
  if (!box) throw new Error(`nothing is under ${title}`);
  return within(box);
};

it("shows the record and the shop side by side, and why it is asked", () => {
  show();
  screen.getByText("Possible duplicate");
  screen.getByText("Same name and within 250 feet.");
  screen.getByText(/^From OpenStreetMap, node\/7256023240, as of Mar 5, 2020\. Record 13/);
  const link = screen.getByRole("link", { name: /^Source record/ });
  expect(link.getAttribute("href")).toBe(question.sourceUrl);
  expect(link.getAttribute("rel")).toContain("noopener noreferrer");
  const record = side("Imported record");
  expect(record.getByText(/^126 Main Street/).textContent).toContain(
    "126 Main Street, Alexandria, LA, 71301",
  );
  const map = record.getByRole("link", { name: "Map of Blue Door Coffee in a new window" });
  expect(map.getAttribute("href")).toContain("?mlat=31.3113&mlon=-92.4451");
  const shop = side("Shop in the directory");
  shop.getByRole("link", { name: /^Blue Door/ });
  expect(shop.getByText(/, 128 Main Street/).textContent).toContain(
    ", 128 Main Street, Alexandria, LA, 71301, 40 ft",
  );
  shop.getByText("About 40 feet apart");
  expect(document.body.textContent).not.toContain("31.3");
  expect(screen.queryByText(/names it twice/)).toBeNull();
});

it("says that one list names a shop twice", () => {
  show({ namedTwice: true });
  expect(screen.queryByText(/OpenStreetMap names it twice\./)).not.toBeNull();
});

it("says beside the same address that it is the same", () => {
  show({ similarAddress: question.address });
  expect(side("Shop in the directory").queryByText("same address")).not.toBeNull();
  cleanup();
  show({ similarAddress: null });
  expect(side("Shop in the directory").queryByText(/, no address/)).not.toBeNull();
});

/** The names of the answers, the primary first. */
const answers = () =>
  [...document.querySelectorAll<HTMLElement>("[data-key]")].map(
    (button) => `${button.className.includes("button-primary") ? "!" : ""}${button.dataset.key}`,
  );

it("offers the likely answer first", () => {
  show();
  expect(answers()).toEqual(["!s", "r", "a"]);
  cleanup();
  show({ why: { code: "common_name", brand: "Second Cup" }, similarSlug: null });
  expect(answers()).toEqual(["!r", "a"]);
  cleanup();
  show({ why: { code: "letters_lost" }, similarSlug: null });
  expect(answers()).toEqual(["!a", "r"]);
});

it("asks about a day that is named twice, and shows such hours as they are written", async () => {
  show();
  screen.getByText(/^Monday is listed twice in these hours/);
  await userEvent.click(screen.getByText("Adds phone. Differs in hours."));
  const hours = screen.getByRole("heading", { name: "Hours" }).closest("li");
  expect(hours?.textContent).toContain("13:00-17:00");
});

it("fills what the shop lacks, and takes the decision back", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: /^Same shop, add 1 of 2 details/ }));
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
    point: null,
    similarPoint: null,
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
  expect(screen.queryByRole("button", { name: /^Same shop, add/ })).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
  screen.getByText(/^From county-guide, as of/);
  expect(screen.getByText("Hours:").nextElementSibling?.textContent).toMatch(
    /^Monday to Friday: 7 AM/,
  );
  await userEvent.click(screen.getByRole("button", { name: /^Leave out/ }));
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

it("keeps what is typed about another shop while the question changes", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const shown = (version: number) => (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <ImportQuestion
          question={{ ...question, version }}
          isSelected={false}
          onSelect={() => {}}
        />
      </ToastProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(shown(7));
  await userEvent.click(screen.getByText("Another shop"));
  const box = screen.getByRole("combobox", { name: "Find by name" });
  await userEvent.type(box, "x");
  await userEvent.click(screen.getByText("Adds phone. Differs in hours."));
  await userEvent.click(screen.getByRole("checkbox", { name: /for Phone/ }));
  screen.getByRole("button", { name: /^Same shop, add 0 of 2 details/ });
  rerender(shown(8));
  expect(screen.getByRole("combobox", { name: "Find by name" })).toHaveProperty("value", "x");
  screen.getByRole("button", { name: /^Same shop, add 1 of 2 details/ });
});
