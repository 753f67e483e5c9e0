import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ArticleEditor } from "./article-editor.tsx";
import type { AdminArticle } from "./article-status.tsx";

interface Sent {
  method: string;
  path: string;
}

/** A blog behind a line that loses what the test says. */
let rows: AdminArticle[];
let calls: Sent[];
/** For each of the next writes: whether it arrives, without an answer in any case. */
let losses: ("arrives" | "is lost")[];

const blank = {
  metaDescription: null,
  categoryId: null,
  tags: [],
  author: null,
  authorUrl: null,
  isPublished: false,
  publishedAt: null,
  publishedAtLocal: null,
  timeZone: "America/Chicago",
  state: "draft",
};

function create(sent: Partial<AdminArticle>): Response {
  if (rows.some(({ slug }) => slug === sent.slug))
    return Response.json({ message: "Slug already taken", field: "slug" }, { status: 400 });
  const row = { ...blank, ...sent, id: `a${rows.length + 1}`, version: 1 } as AdminArticle;
  rows.push(row);
  return Response.json(row, { status: 201 });
}

function update(id: string, sent: Partial<AdminArticle>): Response {
  const row = rows.find((one) => one.id === id);
  if (!row) return Response.json({ message: "Article not found" }, { status: 404 });
  if (row.version !== sent.version) {
    const details = { kind: "stale", current: row };
    return Response.json({ message: "Changed meanwhile.", details }, { status: 409 });
  }
  Object.assign(row, sent, { version: row.version + 1 });
  return Response.json(row);
}

const silent = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) =>
    signal?.addEventListener("abort", () => reject(signal.reason)),
  );

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers();
  [rows, calls, losses] = [[], [], []];
  vi.stubGlobal("fetch", (address: string, { method = "GET", body, signal }: RequestInit = {}) => {
    const path = address.replace(/\?.*/, "");
    if (path.endsWith("/preview"))
      return Promise.resolve(Response.json({ html: "", deadLinks: [] }));
    calls.push({ method, path });
    if (method === "GET") return Promise.resolve(Response.json({ items: rows }));
    const loss = losses.shift();
    if (loss === "is lost") return silent(signal);
    const sent = JSON.parse(String(body));
    const id = /articles\/(.*)$/.exec(path)?.[1];
    const answer = id === undefined ? create(sent) : update(id, sent);
    return loss ? silent(signal) : Promise.resolve(answer);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));
const title = () => screen.getByRole("textbox", { name: /^Title/ });
const type = (value: string) => act(() => fireEvent.input(title(), { target: { value } }));
const writes = () => calls.filter(({ method }) => method !== "GET");

const write = () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ArticleEditor
          article={null}
          categories={[]}
          defaultCategory=""
          timeZone="America/Chicago"
        />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return type("Water");
};

it("finds a new article whose answer was lost, and doesn't write it twice", async () => {
  losses = ["arrives"];
  write();
  await pass(3000);
  await pass(8000);
  expect(screen.getByText(/^Not saved yet\. The server didn't answer in time\./)).toBeTruthy();
  type("Water and salt");
  await pass(60_000);
  expect(screen.getByText("Draft saved")).toBeTruthy();
  expect(rows.map((row) => [row.id, row.title])).toEqual([["a1", "Water and salt"]]);
});

it.each([
  ["twice before it arrived", ["is lost", "is lost"]],
  ["twice after it arrived", ["arrives", "arrives"]],
  ["before and after it arrived", ["is lost", "arrives", "is lost"]],
] as const)("saves a new article whose answer was lost %s", async (_, lost) => {
  losses = [...lost];
  write();
  await pass(3000);
  // Each attempt takes eight seconds, and the pauses between them grow.
  await pass(120_000);
  expect(screen.getByText("Draft saved")).toBeTruthy();
  expect(rows.map((row) => [row.id, row.title])).toEqual([["a1", "Water"]]);
  expect(writes().map(({ path }) => path)).not.toContain("/api/admin/blog/articles/");
  type("Salt");
  await pass(3000);
  expect(rows.map((row) => [row.id, row.title])).toEqual([["a1", "Salt"]]);
});

it("leaves somebody else's article with that slug alone", async () => {
  create({ title: "Water", slug: "water", content: "Theirs." });
  losses = ["is lost"];
  write();
  await pass(60_000);
  expect(screen.getByText("Not saved yet. Slug already taken")).toBeTruthy();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ content: "Theirs.", version: 1 });
});
