import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeShop } from "../../test/support/samples.ts";
import { factsOf, readPassport, remark } from "../lib/passport.ts";
import { ToastProvider } from "../ui/toast.tsx";
import { SaveButton } from "./save-button.tsx";

const shop = makeShop({ week: null });
const other = makeShop({ id: "0197a000-0000-7000-8000-000000000102", name: "Another" });

const list = (
  <ToastProvider>
    <SaveButton shop={shop} />
    <SaveButton shop={other} />
  </ToastProvider>
);

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const button = (name: string) => screen.getByRole("button", { name: `Save ${name}` });
const pressed = () =>
  [shop, other].map(({ name }) => button(name).getAttribute("aria-pressed") === "true");

it("saves its shop, shows it, and takes it back", async () => {
  render(list);
  await userEvent.click(button(shop.name));
  expect(screen.getByRole("status").textContent).toContain("Saved in your coffee passport");
  expect(readPassport()).toMatchObject([{ id: shop.id, saved: true, visited: null }]);
  expect(pressed()).toEqual([true, false]);
  await userEvent.click(button(shop.name));
  expect(screen.getByRole("status").textContent).toContain("No longer saved");
  expect(readPassport()).toEqual([]);
  expect(pressed()).toEqual([false, false]);
});

it("leaves alone what a shop's page or another tab has noted, its hours too", async () => {
  const week = ["7 AM – 5 PM", "", "", "", "", "", ""];
  remark({ ...factsOf(shop), week }, { visited: "2026-05-04", note: "porch" });
  render(list);
  expect(pressed()).toEqual([false, false]);
  await userEvent.click(button(shop.name));
  expect(readPassport()).toMatchObject([
    { saved: true, visited: "2026-05-04", note: "porch", week },
  ]);
  await userEvent.click(button(shop.name));
  expect(readPassport()).toMatchObject([{ saved: false, visited: "2026-05-04" }]);
});

it("is the same for all on the server", () => {
  const before = renderToString(list);
  remark(factsOf(shop), { saved: true });
  expect(renderToString(list)).toBe(before);
});
