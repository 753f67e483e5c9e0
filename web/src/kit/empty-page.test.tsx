import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { EmptyPage } from "./empty-page.tsx";

afterEach(cleanup);

it("a page whose last row is gone doesn't say that the list is empty", () => {
  const { rerender } = render(<EmptyPage total={20} first="/admin/list" none="Nothing waits." />);
  expect(screen.queryByText("Nothing waits.")).toBeNull();
  const link = screen.getByRole("link", { name: "Go to the first of 20" });
  expect(link.getAttribute("href")).toBe("/admin/list");
  rerender(<EmptyPage total={0} first="/admin/list" none="Nothing waits." />);
  screen.getByText("Nothing waits.");
});
