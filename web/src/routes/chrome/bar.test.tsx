import { act, cleanup, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { site } from "../../../test/support/samples.ts";
import { markOwner } from "../../kit/mark-owner.ts";
import { SiteProvider } from "../../lib/site.tsx";
import { Bar } from "./bar.tsx";

const bar = (
  <SiteProvider site={site}>
    <Bar path="/" />
  </SiteProvider>
);

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const links = (name: string) =>
  within(screen.getByRole("navigation", { name, hidden: true }))
    .getAllByRole("link", { hidden: true })
    .map(({ textContent }) => textContent);

it("leads an owner to their shop where somebody has signed in, and others to the sign-in", () => {
  render(bar);
  expect(links("Main")).not.toContain("Your shop");
  expect(links("Menu")).toContain("Owner sign-in");
  act(() => markOwner());
  expect(links("Main")).toContain("Your shop");
  expect(links("Menu")).toContain("Your shop");
  expect(links("Menu")).not.toContain("Owner sign-in");
  act(() => markOwner(false));
  expect(links("Main")).not.toContain("Your shop");
});

it("comes from the server in the same bytes for everybody", () => {
  const html = renderToString(bar);
  markOwner();
  expect(renderToString(bar)).toBe(html);
});
