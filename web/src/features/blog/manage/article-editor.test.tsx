import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasUnsaved } from "../../../kit/form/draft.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ArticleEditor } from "./article-editor.tsx";
import type { AdminArticle } from "./article-status.tsx";
import { readKept } from "./kept-text.ts";

const article = {
  id: "a1",
  version: 1,
  title: "Water",
  content: "Old.",
  slug: "water",
  excerpt: "",
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
} as unknown as AdminArticle;

type Save = (version: number, sent: Partial<AdminArticle>) => Response | Promise<Response>;
let onSave: Save;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.useFakeTimers();
  Element.prototype.scrollIntoView = () => undefined;
  let version = 1;
  onSave = (next, sent) => Response.json({ ...article, ...sent, version: next });
  vi.stubGlobal("fetch", (_: string, { method, body }: RequestInit = {}) => {
    if (method !== "PUT") return Promise.resolve(Response.json({ html: "", deadLinks: [] }));
    version += 1;
    return Promise.resolve(onSave(version, JSON.parse(String(body))));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ArticleEditor
          article={article}
          categories={[]}
          defaultCategory=""
          timeZone="America/Chicago"
        />
      </ToastProvider>
    </QueryClientProvider>,
  );
const title = () => screen.getByRole("textbox", { name: /^Title/ });
const type = (value: string) => act(() => fireEvent.input(title(), { target: { value } }));
const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));

it("keeps nothing on the device once a draft has saved itself", async () => {
  show();
  type("Salt water ");
  expect(hasUnsaved("")).toBe(true);
  await pass(3000);
  expect(screen.getByText("Draft saved")).toBeTruthy();
  expect(hasUnsaved("")).toBe(false);
});

it("keeps what was typed while a draft saved itself, over the version that was saved", async () => {
  let finish: (answer: Response) => void = () => undefined;
  onSave = () => new Promise((resolve) => (finish = resolve));
  show();
  type("Salt");
  await pass(3000);
  type("Salt water");
  await act(async () => finish(Response.json({ ...article, title: "Salt", version: 2 })));
  await pass(0);
  expect(readKept("", "a1")).toMatchObject({
    values: { title: "Salt water" },
    base: { version: 2, fields: { title: "Salt" } },
  });
});

it("says that a choice is needed without taking the focus from the text", async () => {
  const current = { ...article, title: "Tea", version: 2 };
  const details = { kind: "stale", current };
  onSave = () => Response.json({ message: "Changed meanwhile.", details }, { status: 409 });
  show();
  title().focus();
  type("Salt");
  await pass(3000);
  expect(screen.getByText(/Choose below what to keep/)).toBeTruthy();
  vi.useRealTimers();
  const notice = await screen.findByRole("region", { name: /^Someone else edited this article/ });
  expect(document.activeElement).toBe(title());
  fireEvent.click(screen.getByRole("button", { name: "Save Draft" }));
  await vi.waitFor(() => expect(document.activeElement).toBe(notice));
});
