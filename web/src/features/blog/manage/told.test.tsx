import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answered, withPages } from "../../../../test/support/told.tsx";
import { ArticleEditor } from "./article-editor.tsx";
import type { AdminArticle } from "./article-status.tsx";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const article: AdminArticle = {
  id: "article-1",
  slug: "fresh-beans",
  title: "Fresh Beans",
  content: "Beans.",
  excerpt: "",
  metaDescription: "",
  author: "",
  authorUrl: "",
  tags: [],
  categoryId: "c",
  isPublished: false,
  state: "draft",
  publishedAt: null,
  publishedAtLocal: null,
  timeZone: "America/Chicago",
  version: 4,
  createdAt: "2026-05-04T12:00:00Z",
  updatedAt: "2026-05-04T12:00:00Z",
  readTimeMinutes: 1,
  viewCount: 0,
  wordCount: 1,
};

it("a saved article makes readers' lists old, not only the panel's, and no shop's page", async () => {
  const answer = { ...article, title: "Old Beans", version: 5, deadLinks: [], html: "" };
  const editor = (
    <ArticleEditor
      article={article}
      categories={[]}
      defaultCategory="c"
      timeZone="America/Chicago"
    />
  );
  const pages = withPages(editor, answered(answer));
  await userEvent.type(screen.getByRole("textbox", { name: /^Title/ }), "!");
  await userEvent.click(screen.getByRole("button", { name: /Save|Update/ }));
  expect(await pages.old()).toEqual(["/api/blog/articles"]);
});
