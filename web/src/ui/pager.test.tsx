import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Pager, pagesAround } from "./pager.tsx";

afterEach(cleanup);

it("names the ends and the neighbors", () => {
  expect(pagesAround(1, 2)).toEqual([1, 2]);
  expect(pagesAround(5, 9)).toEqual([1, 4, 5, 6, 9]);
  expect(pagesAround(9, 9)).toEqual([1, 8, 9]);
});

it("links to the pages beside this one", () => {
  render(<Pager label="Pages" page={2} pageCount={9} hrefOf={(page) => `/list?page=${page}`} />);
  const link = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(link("Previous")).toBe("/list?page=1");
  expect(link("Next")).toBe("/list?page=3");
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Page 2");
});

it("is not there for a single page", () => {
  render(<Pager label="Pages" page={1} pageCount={1} hrefOf={() => "/"} />);
  expect(screen.queryByRole("navigation")).toBeNull();
});
