import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearUnsaved, hasUnsaved } from "../../../kit/form/draft.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import type { AdminArticle } from "./article-status.tsx";
import { emptyValues, schema, valuesOf, versionOf } from "./article-values.ts";
import { readKept, readOlder } from "./kept-text.ts";
import { useKeptText } from "./use-typed-text.ts";

const article = (version: number, title: string, content: string) =>
  ({
    id: "a1",
    version,
    title,
    content,
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
  }) as unknown as AdminArticle;

function open(saved: AdminArticle | null) {
  const start = saved ? valuesOf(saved) : emptyValues("");
  const base = { current: saved && versionOf(saved) };
  const view = renderHook(() => {
    const form = useForm({
      id: "article",
      schema,
      initial: start,
      submit: async () => undefined,
      failed: "",
    });
    return { form, kept: useKeptText(form, saved, start, base) };
  });
  return { ...view, base };
}

const type = (opened: ReturnType<typeof open>, content: string) =>
  act(() => opened.result.current.form.hook.setValue("content", content));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

it("comes back over the version that it was typed over", () => {
  const first = open(article(1, "Water", "Old."));
  type(first, "Typed.");
  first.unmount();
  const again = open(article(1, "Water", "Old."));
  expect(again.result.current.kept.isRestored).toBe(true);
  expect(again.result.current.form.hook.getValues("content")).toBe("Typed.");
});

it("is offered, not put, over a version saved on another device, and typing doesn't replace it", () => {
  const first = open(article(1, "Water", "Old."));
  type(first, "Typed.");
  first.unmount();
  const newer = open(article(2, "Salt water", "Newer."));
  expect(newer.result.current.form.hook.getValues("content")).toBe("Newer.");
  expect(newer.result.current.kept.older?.values.content).toBe("Typed.");
  type(newer, "Newer, and more.");
  newer.unmount();
  const later = open(article(2, "Salt water", "Newer."));
  expect(later.result.current.form.hook.getValues("content")).toBe("Newer, and more.");
  expect(later.result.current.kept.older?.values.content).toBe("Typed.");

  act(() => later.result.current.kept.bringBack());
  // What was typed is back, the other device's title stays, and saving will compare with version 1.
  expect(later.result.current.form.hook.getValues("content")).toBe("Typed.");
  expect(later.result.current.form.hook.getValues("title")).toBe("Salt water");
  expect(later.base.current?.version).toBe(1);
  expect(readOlder("a1")).toEqual([]);
});

it("of a new article stays when another article is opened, until it is discarded", () => {
  const first = open(null);
  type(first, "A new one.");
  first.unmount();
  open(article(1, "Water", "Old.")).unmount();
  const again = open(null);
  expect(again.result.current.kept.isRestored).toBe(true);
  expect(again.result.current.form.hook.getValues("content")).toBe("A new one.");
  act(() => again.result.current.kept.discard());
  expect(again.result.current.form.hook.getValues("content")).toBe("");
  expect(readKept(null)).toBeNull();
});

it("is deleted with the drafts after logging out", () => {
  const first = open(article(1, "Water", "Old."));
  expect(hasUnsaved()).toBe(false);
  type(first, "Typed.");
  expect(hasUnsaved()).toBe(true);
  clearUnsaved();
  expect(readKept("a1")).toBeNull();
  expect(hasUnsaved()).toBe(false);
});
