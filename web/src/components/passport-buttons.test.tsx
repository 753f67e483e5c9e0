import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeShop } from "../../test/support/samples.ts";
import { NavigateContext } from "../lib/navigate.ts";
import { factsOf, readPassport, remark } from "../lib/passport.ts";
import { ToastProvider } from "../ui/toast.tsx";
import { PassportButtons } from "./passport-buttons.tsx";

const shop = makeShop({});
const go = vi.fn();

const page = (
  <NavigateContext value={go}>
    <ToastProvider>
      <PassportButtons shop={shop} />
    </ToastProvider>
  </NavigateContext>
);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const button = (index: number) => screen.getAllByRole("button")[index] as HTMLElement;
const pressed = () => [0, 1].map((index) => button(index).getAttribute("aria-pressed"));

it("keeps what is pressed, shows it, and leads to the passport", async () => {
  render(page);
  expect(pressed()).toEqual(["false", "false"]);
  await userEvent.click(button(0));
  await userEvent.click(button(1));
  expect(pressed()).toEqual(["true", "true"]);
  expect(readPassport()).toMatchObject([{ id: shop.id, saved: true }]);
  expect(readPassport()[0]?.visited).toMatch(/^\d{4}-\d\d-\d\d$/);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(go).toHaveBeenCalledWith("/passport");
});

it("takes it back, and that back again, with its day and note", async () => {
  remark(factsOf(shop), { visited: "2020-02-02", note: "porch" });
  render(page);
  await userEvent.click(button(1));
  expect(readPassport()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(readPassport()).toMatchObject([{ visited: "2020-02-02", note: "porch" }]);
  expect(pressed()).toEqual(["false", "true"]);
});

it("says so when nothing can be kept, and stays as it was", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  render(page);
  await userEvent.click(button(0));
  expect(screen.getByRole("alert").textContent).toContain("Not saved");
  expect(pressed()).toEqual(["false", "false"]);
});

it("is the same for all on the server, whatever a device knows", () => {
  const before = renderToString(page);
  remark(factsOf(shop), { saved: true });
  expect(renderToString(page)).toBe(before);
});

it("says for good that a page is a kept copy, and on which day it was kept", async () => {
  const { dataset } = document.documentElement;
  Object.assign(dataset, { kept: `/coffee-shops/${shop.slug}`, keptOn: "Nov 20, 2026", stale: "" });
  render(page);
  expect(await screen.findByText(/This is a copy from Nov 20, 2026/)).toBeTruthy();
  expect(dataset.stale).toBe("");
  cleanup();
  expect(dataset.stale).toBeUndefined();
  dataset.kept = "/coffee-shops/another";
  render(page);
  expect(screen.queryByText(/This is a copy/)).toBeNull();
  expect(dataset.stale).toBeUndefined();
  delete dataset.kept;
  delete dataset.keptOn;
});
