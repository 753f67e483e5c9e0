import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearUnsaved, DraftOwner, hasUnsaved } from "../../../kit/form/draft.ts";
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

/** Who is signed in, unless another is named. */
const ANN = "administrator Ann";

/** The editor's form and the text that it keeps, begun from what was saved. */
function useEditor(
  saved: AdminArticle | null,
  start: ReturnType<typeof emptyValues>,
  base: { current: ReturnType<typeof versionOf> | null },
) {
  const form = useForm({
    id: "article",
    schema,
    initial: start,
    submit: async () => undefined,
    failed: "",
  });
  return { form, kept: useKeptText(form, saved, start, base) };
}

function open(saved: AdminArticle | null, owner = ANN) {
  const start = saved ? valuesOf(saved) : emptyValues("");
  const base = { current: saved && versionOf(saved) };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DraftOwner value={owner}>{children}</DraftOwner>
  );
  return { ...renderHook(() => useEditor(saved, start, base), { wrapper }), base };
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
  expect(readOlder(ANN, "a1")).toEqual([]);
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
  expect(readKept(ANN, null)).toBeNull();
});

it("is deleted with the drafts after logging out", () => {
  const first = open(article(1, "Water", "Old."));
  expect(hasUnsaved(ANN)).toBe(false);
  type(first, "Typed.");
  expect(hasUnsaved(ANN)).toBe(true);
  clearUnsaved(ANN);
  expect(readKept(ANN, "a1")).toBeNull();
  expect(hasUnsaved(ANN)).toBe(false);
});

it("is one's own: nobody else sees it, is asked about it, or deletes it by logging out", () => {
  const anns = open(article(1, "Water", "Old."));
  type(anns, "Ann's.");
  anns.unmount();
  const bob = "administrator Bob";
  const bobs = open(article(1, "Water", "Old."), bob);
  expect(bobs.result.current.form.hook.getValues("content")).toBe("Old.");
  expect(["an owner's ID", bob].map(hasUnsaved)).toEqual([false, false]);
  type(bobs, "Bob's.");
  bobs.unmount();
  clearUnsaved("an owner's ID");
  clearUnsaved(bob);
  expect(readKept(bob, "a1")).toBeNull();
  const again = open(article(1, "Water", "Old."));
  expect(again.result.current.form.hook.getValues("content")).toBe("Ann's.");
});

it("of an earlier release becomes theirs who opens the article", () => {
  const values = { ...valuesOf(article(1, "Water", "Old.")), content: "Typed." };
  localStorage.setItem("article:a1", JSON.stringify({ values, version: 1 }));
  const view = open(article(1, "Water", "Old."));
  expect(view.result.current.form.hook.getValues("content")).toBe("Typed.");
  expect(localStorage.getItem("article:a1")).toBeNull();
  expect(readKept(ANN, "a1")?.values.content).toBe("Typed.");
});
