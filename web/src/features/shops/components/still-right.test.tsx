import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeShop } from "../../../../test/support/samples.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { StillRight } from "./still-right.tsx";

const shop = makeShop({ question: { fact: "hours", text: "Are these hours right?" } });
const show = () =>
  render(
    <ToastProvider>
      <StillRight shop={shop} />
    </ToastProvider>,
  );
const form = () => screen.getByText("Are these hours right?").closest("form");

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server sets
  document.cookie = "answered=; max-age=0";
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("sends the pressed answer once, hides the question in its place, and takes it back", async () => {
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    const body = init?.body ?? (request instanceof Request ? await request.text() : "");
    sent.push([url.replace(/^https?:\/\/[^/]+/, ""), body ? JSON.parse(String(body)) : null]);
    return Response.json({ id: "1", message: "Thank you! The page will show it." });
  });
  show();
  expect(form()?.className).not.toContain("invisible");
  fireEvent.click(screen.getByRole("button", { name: "No" }));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(form()?.className).toContain("invisible");
  await screen.findByText("Answer taken back");
  expect(form()?.className).not.toContain("invisible");
  const path = `/api/coffee-shops/${shop.slug}/answers`;
  expect(sent[0]).toEqual([path, { fact: "hours", yes: false }]);
  expect(sent.map(([url]) => url)).toEqual([path, `${path}/1/undo`]);
});

it("asks nobody who has answered on this device", () => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the server sets
  document.cookie = "answered=1";
  show();
  expect(form()?.className).toContain("invisible");
});
