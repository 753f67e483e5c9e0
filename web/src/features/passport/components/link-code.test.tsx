import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { makeKept } from "../../../../test/support/kept-shops.ts";
import { drawCode } from "../../../lib/draw-code.ts";
import type { Passport } from "../../../lib/passport.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { MAX_IN_CODE } from "../link.ts";
import { LinkCode } from "./link-code.tsx";

afterEach(cleanup);

const shops = (count: number) => Array.from({ length: count }, (_, index) => makeKept(index));
const addressOf = (passport: Passport) => `https://townperk.example/passport#${passport.length}`;
const view = (count: number) => (
  <ToastProvider>
    <LinkCode passport={shops(count)} addressOf={addressOf} />
  </ToastProvider>
);
const button = (name: string) => screen.getByRole("button", { name });
const code = (count: string) =>
  screen.findByRole("img", { name: `QR code of the link to your passport with ${count}` });
const outline = (picture: HTMLElement) => picture.querySelector("path")?.getAttribute("d");

it("shows the code of the present list when it is asked for, and hides it again", async () => {
  const { rerender } = render(view(1));
  expect(screen.queryByRole("img")).toBeNull();
  expect(button("Show QR code").getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(button("Show QR code"));
  expect(outline(await code("1 shop"))).toBe(drawCode(addressOf(shops(1))).path);
  rerender(view(2));
  expect(outline(await code("2 shops"))).toBe(drawCode(addressOf(shops(2))).path);
  await userEvent.click(button("Hide QR code"));
  expect(screen.queryByRole("img")).toBeNull();
  expect(document.activeElement).toBe(button("Show QR code"));
});

it("holds the first of a long list and says so", async () => {
  render(view(MAX_IN_CODE + 1));
  await userEvent.click(button("Show QR code"));
  expect(outline(await code(`${MAX_IN_CODE} shops`))).toBe(
    drawCode(addressOf(shops(MAX_IN_CODE))).path,
  );
  expect(screen.getByText(/It holds the first 32; the link and a file hold more\./)).toBeTruthy();
});
