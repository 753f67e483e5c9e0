import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeArticle } from "../../../../test/support/sample-blog.ts";
import { site } from "../../../../test/support/samples.ts";
import type { Article } from "../../../api/types.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import ArticleScreen from "./article-screen.tsx";

const send = vi.fn((_path: string, _options: RequestInit) => Promise.resolve(new Response("{}")));

beforeEach(() => vi.stubGlobal("fetch", send));
afterEach(() => {
  cleanup();
  send.mockClear();
  vi.unstubAllGlobals();
});

const screenOf = (changes: Partial<Article> = {}) => (
  <SiteProvider site={site}>
    <ToastProvider>
      <ArticleScreen data={{ article: makeArticle(changes) }} />
    </ToastProvider>
  </SiteProvider>
);
const show = (changes: Partial<Article> = {}) => render(screenOf(changes));

it("says when it came out and when it changed, and who wrote it", () => {
  show({ authorUrl: "https://ann.example/" });
  expect(screen.getByText("February 28, 2026").getAttribute("datetime")).toBe(
    "2026-02-28T11:00:00Z",
  );
  expect(screen.getByText("March 1, 2026").tagName).toBe("TIME");
  expect(screen.getByRole("link", { name: "Ann Lee" }).getAttribute("rel")).toContain("noopener");
});

it("says nothing of a change that there was not, and names the site where nobody signed", () => {
  show({ updatedLong: null, author: null });
  expect(screen.queryByText(/Updated/)).toBeNull();
  expect(screen.getByText(`By ${site.name}`)).toBeDefined();
});

it("leads to its parts, when there are enough of them", () => {
  show();
  const contents = screen.getByRole("navigation", { name: "In This Article" });
  const links = within(contents).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual(["Salt & scale", "Soft water", "Bottles"]);
  for (const link of links)
    expect(document.getElementById(link.getAttribute("href")?.slice(1) ?? "")).not.toBeNull();
});

it("has no list of parts for a short text", () => {
  show({ contentHtml: '<h2 id="part-a">A</h2><p>One.</p>' });
  expect(screen.queryByRole("navigation", { name: "In This Article" })).toBeNull();
});

it("leads on in both directions in time", () => {
  show({ next: { slug: "newer", title: "Newer" }, previous: { slug: "older", title: "Older" } });
  const both = screen.getByRole("navigation", { name: "Previous and next article" });
  const hrefs = within(both)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(["/blog/older", "/blog/newer"]);
});

it("tells the server of the view once", () => {
  const { rerender } = show();
  rerender(screenOf({ title: "A new title" }));
  expect(send).toHaveBeenCalledTimes(1);
  const [path, options] = send.mock.calls[0] ?? [];
  expect(path).toBe("/api/analytics/track");
  expect(JSON.parse(String(options?.body))).toEqual({
    eventType: "page_view",
    page: "/blog/the-ingredient-nobody-buys-is-water",
    articleId: makeArticle().id,
  });
});
