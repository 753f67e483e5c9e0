import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { answerBlog } from "../../../../test/support/sample-blog.ts";
import { site } from "../../../../test/support/samples.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import BlogScreen from "./blog-screen.tsx";

type Data = Parameters<typeof BlogScreen>[0]["data"];

afterEach(cleanup);

function show(query: string, changes: Partial<Data> = {}) {
  const read = (kind: string, text = "") => answerBlog([kind], new URLSearchParams(text));
  const data = {
    articles: read("articles", query),
    categories: read("categories"),
    tags: read("tags"),
    ...changes,
  } as Data;
  render(
    <SiteProvider site={site}>
      <ToastProvider>
        <BlogScreen data={data} />
      </ToastProvider>
    </SiteProvider>,
  );
}

it("shows each article once, with real links to the other pages", () => {
  show("page=1&pageSize=10");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Coffee Shop Tips");
  const links = screen
    .getAllByRole("heading", { level: 2 })
    .flatMap((heading) => within(heading).queryAllByRole("link"));
  expect(links.length).toBe(10);
  expect(new Set(links.map((link) => link.getAttribute("href"))).size).toBe(10);
  const pages = screen.getByRole("navigation", { name: "Pages of articles" });
  expect(within(pages).getByRole("link", { name: "Next" }).getAttribute("href")).toBe(
    "/blog?page=2",
  );
});

it("offers the categories that hold something, with their counts", () => {
  show("page=1&pageSize=10");
  const nav = screen.getByRole("navigation", { name: "Categories" });
  const names = within(nav)
    .getAllByRole("link")
    .map((link) => link.textContent);
  expect(names).toEqual([
    "All articles",
    "Brewing at Home7 articles",
    "Coffee and Towns4 articles",
  ]);
  expect(within(nav).getByRole("link", { current: "page" }).textContent).toBe("All articles");
});

it("says when there is nothing to read", () => {
  const articles = { items: [], total: 0, page: 1, pageSize: 10, pageCount: 1 };
  show("", { articles, categories: [], tags: [] });
  expect(screen.getByText("No articles yet")).toBeDefined();
  expect(screen.queryByRole("navigation")?.getAttribute("aria-label")).toBe("Breadcrumb");
  expect(screen.getByRole("link", { name: "List Your Shop" }).getAttribute("href")).toBe(
    "/list-shop",
  );
});
